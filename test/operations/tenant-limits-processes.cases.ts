import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';

const OK = { result: 'ok' };
const environment = { TENANT_LIMITS: 'cores:10' };

/** A process adds up what a tenant holds once. After that it learns of the changes of others from the entries of the ledger. */
describe('limits per tenant, of which another process changes what counts', () => {
  let service: RunningService;
  let other: RunningService;

  beforeEach(async () => {
    service = await startService({ environment });
    other = await startService({ environment, database: service.database, clock: service.clock });
    await service.provider({ cores: 100, ram: 1000, instances: 100 });
    // From now on this process has the sums of the tenant.
    expect(await reserve(service, 1, 900, 1000)).toMatchObject(OK);
  });
  afterEach(async () => {
    await other.stop();
    await service.stop();
  });

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);
  const beyond = (sum: number, when: number) => ({
    result: 'error',
    message: `capacity.cores: the tenant would hold ${sum} at ${at(when)}, and may hold 10`,
  });

  async function reserve(
    by: RunningService,
    cores: number,
    start: number,
    end: number,
    more: object = {},
  ): Promise<Record<string, string>> {
    const body = { zone: 'z1', start: at(start), end: at(end), capacity: { cores }, ...more };
    const made = await by.http.post('/create-reservation').set('Headroom-Tenant', 'red').send(body);
    return made.body as Record<string, string>;
  }
  const named = (made: Record<string, string>) => ({ 'reservation-id': made['reservation-id'] });

  it('count what it reserves, changes, moves away and cancels', async () => {
    const made = await reserve(other, 10, 100, 200);
    expect(await reserve(service, 1, 100, 200)).toMatchObject(beyond(11, 100));
    await other.operation('update-reservation', { ...named(made), start: at(150) });
    expect(await reserve(service, 1, 100, 150)).toMatchObject(OK);
    expect(await reserve(service, 1, 100, 200)).toMatchObject(beyond(11, 150));
    await other.provider({ cores: 100 }, { zone: 'z2' });
    expect(await other.operation('update-reservation', { ...named(made), zone: 'z2' })).toMatchObject(OK);
    expect(await reserve(service, 10, 150, 200)).toMatchObject(OK);
    const last = await reserve(other, 9, 300, 400);
    await other.operation('cancel-reservation', named(last));
    expect(await reserve(service, 10, 300, 400)).toMatchObject(OK);
  });

  it('count an update whose entries are of its instances alone', async () => {
    // All that an m1.tiny uses.
    const made = await reserve(other, 1, 0, 100, { capacity: { cores: 1, ram: 512, instances: 1 } });
    const instance = { ...named(made), name: 'i', image: 'image', flavor: 'm1.tiny' };
    expect(await other.operation('create-instance', instance)).toMatchObject(OK);
    expect(await reserve(service, 10, 100, 200)).toMatchObject(OK);
    const ending = (end: number) => other.operation('update-reservation', { ...named(made), end: at(end) });
    expect(await ending(300)).toMatchObject(beyond(11, 100));
    expect(await ending(90)).toMatchObject(OK);
    expect(await reserve(service, 10, 90, 100)).toMatchObject(OK);
    expect(await reserve(service, 10, 89, 90)).toMatchObject(beyond(11, 89));
  });

  it('no longer count holds and waits that are over, nor what it has given up', async () => {
    await reserve(other, 5, 100, 200, { hold: 30 });
    await reserve(other, 90, 100, 200);
    const awaited = { wait: true, 'wait-until': at(40) };
    await service.provider({ cores: 1 }, { zone: 'small' });
    expect(await reserve(other, 5, 100, 200, { ...awaited, zone: 'small' })).toMatchObject(OK);
    expect(await reserve(service, 6, 100, 200)).toMatchObject(beyond(11, 100));
    expect(await reserve(service, 6, 100, 200, { zone: 'small', wait: true })).toMatchObject(beyond(11, 100));
    service.clock.advance(30);
    expect(await reserve(service, 10, 70, 170)).toMatchObject(OK);
    expect(await reserve(service, 6, 70, 170, { zone: 'small', wait: true })).toMatchObject(beyond(11, 70));
    service.clock.advance(10);
    expect(await reserve(service, 10, 60, 160, { zone: 'small', wait: true })).toMatchObject(OK);
  });

  it('hold for what both processes admit at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, number) => reserve(number % 2 ? service : other, 1, 500, 600)),
    );
    expect(all.filter(({ result }) => result === 'ok')).toHaveLength(10);
  });
});
