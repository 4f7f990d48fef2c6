import { lockWatermark } from '../../src/allocation/ledger/moved-reservation.js';
import { reconcile } from '../instances/clouds.js';
import {
  alone,
  availableCores,
  boot,
  fromNow,
  instance,
  reservation,
  reserve,
  stopSound,
} from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

const QUARTER = 900;

describe('expiry of a reservation nothing was allocated from', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const ready = async (zone: string, expiry: unknown, start?: string): Promise<string> => {
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone });
    const capacity = { cores: 4, ram: 8192, instances: 4 };
    const made = await reserve(service, zone, [start, fromNow(service, 86_400)], capacity, { expiry });
    expect(made).toMatchObject({ result: 'ok' });
    return made['reservation-id'] as string;
  };
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  /** A move waits for the watermark of the zone that it leaves before it locks the zones. */
  const whileWatermarkIsLocked = <T>(zone: string, work: () => Promise<T>): Promise<T> =>
    service.dataSource.transaction(async (tx) => {
      await lockWatermark(tx, zone);
      return work();
    });
  const movesThatWait = async (): Promise<number> => {
    const waiting = `select from pg_stat_activity where datname = current_database() and state = 'active'
                        and query ~ '^\\s*(insert into|select from) reservation_watermarks'`;
    return (await service.dataSource.query<unknown[]>(waiting)).length;
  };
  const stateOf = async (id: string) => (await reservation(service, id)).state as string;

  it('releases it so many seconds after its start, and not before', async () => {
    const id = await ready('unused', String(QUARTER), fromNow(service, 100));
    service.clock.advance(100 + QUARTER - 1);
    expect(await stateOf(id)).toBe('active');
    expect(await availableCores(service, 'unused')).toBe(0);
    service.clock.advance(1);
    await eventually(async () => expect(await stateOf(id)).toBe('expired'));
    expect(await availableCores(service, 'unused')).toBe(4);
    const filter = { queryReservationFilter: [{ reservationId: id }] };
    expect((await service.http.get('/reservation/compute/query').send(filter)).status).toBe(404);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/^reservation is currently not active: it expired at /),
    });
  });

  it('leaves one that an instance draws on', async () => {
    const id = await ready('used', QUARTER);
    const unused = await ready('beside', QUARTER);
    await boot(service, { 'reservation-id': id });
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  it('leaves one that an instance was allocated from in time, though it is gone again', async () => {
    const id = await ready('was-used', QUARTER);
    const unused = await ready('beside-it', QUARTER);
    const booted = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  // Regression: it was released, and its capacity given to others, within a minute after the loss.
  it('leaves one that an instance was allocated from in time, though its server was lost', async () => {
    const id = await ready('was-lost', QUARTER);
    const unused = await ready('beside-loss', QUARTER);
    const booted = await boot(service, { 'reservation-id': id });
    const lost = booted['instance-id'] as string;
    await eventually(async () => expect((await instance(service, lost)).state).toBe('active'));
    await service.dataSource.query('delete from simulated_servers where instance_id = $1', [lost]);
    await reconcile(service, (await instance(service, lost)).providerId as string);
    expect((await instance(service, lost)).state).toBe('error');
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  it('releases one whose only instance never came up', async () => {
    const id = await ready('never-up', QUARTER);
    const booted = await boot(service, { 'reservation-id': id, image: 'fail' });
    const failed = booted['instance-id'] as string;
    await eventually(async () => expect((await instance(service, failed)).state).toBe('error'));
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(id)).toBe('expired'));
  });

  // Regression: it moved with its expiry and without its instance, and was released.
  it('leaves one that an instance was allocated from in time, before it moved to another zone', async () => {
    const id = await ready('used-before', QUARTER);
    const unused = await ready('used-after', QUARTER);
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone: 'used-after' });
    const booted = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
    expect(await update(id, { zone: 'used-after' })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  // Regression: the move decided on what it had read before it waited for its locks, so the expiry moved with the reservation.
  it('leaves one that an instance was allocated from while its move waited', async () => {
    const id = await ready('waits', QUARTER);
    const unused = await ready('waits-there', QUARTER);
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone: 'waits-there' });
    const moved = await whileWatermarkIsLocked('waits', async () => {
      const move = update(id, { zone: 'waits-there' });
      await eventually(async () => expect(await movesThatWait()).toBe(1));
      const booted = await boot(service, { 'reservation-id': id });
      await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
      return { move };
    });
    expect(await moved.move).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ zone: 'waits-there' });
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
    service.clock.advance(QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  // Regression: its instance stayed in the zone that it had left, so it was released at an expiry that it was given there.
  it('leaves one that an instance was allocated from before it moved, at an expiry that it is given later', async () => {
    const id = await ready('drawn-there', QUARTER);
    const unused = await ready('drawn-here', 2 * QUARTER);
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone: 'drawn-here' });
    expect(await update(id, { expiry: null })).toMatchObject({ result: 'ok' });
    const booted = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
    for (const zone of ['drawn-here', 'drawn-there', 'drawn-here']) {
      expect(await update(id, { zone })).toMatchObject({ result: 'ok' });
    }
    expect(await update(id, { expiry: QUARTER })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ expiry: fromNow(service, QUARTER) });
    service.clock.advance(2 * QUARTER);
    await eventually(async () => expect(await stateOf(unused)).toBe('expired'));
    expect(await stateOf(id)).toBe('active');
  });

  it.each(['error', 'none'])(
    'releases one at an expiry that it is given after it moved, if no instance was allocated from it: %s',
    async (failed) => {
      const id = await ready(`undrawn-${failed}`, QUARTER);
      await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone: `there-${failed}` });
      if (failed === 'error') {
        const booted = await boot(service, { 'reservation-id': id, image: 'fail' });
        const instanceId = booted['instance-id'] as string;
        await eventually(async () => expect((await instance(service, instanceId)).state).toBe('error'));
      }
      expect(await update(id, { zone: `there-${failed}`, expiry: 2 * QUARTER })).toMatchObject({
        result: 'ok',
      });
      service.clock.advance(2 * QUARTER);
      await eventually(async () => expect(await stateOf(id)).toBe('expired'));
    },
  );

  it('does not move with one that an instance has drawn on, also if the move repeats its seconds', async () => {
    const id = await ready('repeats', QUARTER);
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone: 'repeats-there' });
    const booted = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
    expect(await update(id, { zone: 'repeats-there', expiry: QUARTER })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
  });

  it('follows the start when an update moves that, as it is counted from there', async () => {
    const [before, after] = [fromNow(service, 100), fromNow(service, 5000)];
    const id = await ready('moved', QUARTER, before);
    expect(await reservation(service, id)).toMatchObject({ expiry: fromNow(service, 100 + QUARTER) });
    await service.operation('update-reservation', { 'reservation-id': id, start: after });
    expect(await reservation(service, id)).toMatchObject({
      start: after,
      expiry: fromNow(service, 5000 + QUARTER),
    });
  });

  it('is given anew by an update, and otherwise kept by it', async () => {
    const id = await ready('again', QUARTER);
    await update(id, { capacity: { cores: 3 } });
    expect(await reservation(service, id)).toMatchObject({ expiry: fromNow(service, QUARTER) });
    await update(id, { expiry: 2 * QUARTER });
    expect(await reservation(service, id)).toMatchObject({ expiry: fromNow(service, 2 * QUARTER) });
  });

  it.each([0, -1, 'soon', 1.5])('of %p is refused, naming the field', async (expiry) => {
    expect(await service.operation('create-reservation', { capacity: { cores: 1 }, expiry })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('expiry'),
    });
  });

  it('can have a configured default, which a request overrides', () =>
    alone(
      async (other) => {
        await other.provider({ cores: 4 });
        const made = await reserve(other, 'z1', [undefined, undefined], { cores: 1 });
        const short = await reserve(other, 'z1', [undefined, fromNow(other, 59)], { cores: 1 });
        expect(await reservation(other, short['reservation-id'])).not.toHaveProperty('expiry');
        const own = await reserve(other, 'z1', [undefined, undefined], { cores: 1 }, { expiry: 600 });
        other.clock.advance(60);
        const at = async (id: string) => (await reservation(other, id)).state as string;
        await eventually(async () => expect(await at(made['reservation-id'])).toBe('expired'));
        expect(await at(own['reservation-id'])).toBe('active');
      },
      { environment: { DEFAULT_EXPIRY_SECONDS: '60' } },
    ));
});
