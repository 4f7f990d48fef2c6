import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileLockIsHeld } from '../support/held-zone.js';
import { boot } from '../support/readings.js';
import { cloud, startService, type RunningService } from '../support/service.js';

/** More than the database has connections for the service. */
const MANY = 20;

describe('requests for records beside admissions', () => {
  let service: RunningService;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.stop());

  const figures = (kind: string) => service.app.get(HeavyWork).figuresByKind.get(kind);

  it('leave connections to admissions while they wait for a row that another transaction has locked', async () => {
    const zone = 'locked-row';
    await service.provider({ cores: 10, ram: 10_000, instances: 10 }, { zone });
    const { 'instance-id': id } = await boot(service, { zone });
    const rename = () => service.http.patch(`/instances/${id as string}`).send({ name: 'other' });
    const lock = 'select from instances where id = $1 and zone_id = $2 for update';
    await admitsBeside('write', [lock, id as string, zone], async () => {
      expect((await rename()).status).toBe(200);
    });
  });

  it('leave connections to admissions while they register or discover the same provider', async () => {
    const zone = 'locked-provider';
    const registration = { ...cloud(), zone };
    const { provider: id } = await service.provider({ cores: 10 }, registration);
    const lock = ['select from providers where id = $1 and zone_id = $2 for update', id, zone] as const;
    await admitsBeside('provider', lock, async () => {
      expect(await service.operation('add-provider', registration)).toMatchObject({ 'provider-id': id });
    });
    await admitsBeside('provider', lock, async (n) => {
      const discovery = service.http
        .post(`/providers/${id}/discover`)
        .set('Idempotency-Key', `discovery-${n}`);
      expect((await discovery).status).toBe(200);
    });
  });

  it('leave connections to admissions while they move from one zone into many', async () => {
    const from = 'left-zone';
    await service.provider({ cores: MANY }, { zone: from });
    const create = () => service.operation('create-reservation', { zone: from, capacity: { cores: 1 } });
    const moved: string[] = [];
    for (let n = 0; n < MANY; n++) {
      await service.provider({ cores: 1 }, { zone: `entered-${n}` });
      moved.push((await create())['reservation-id'] as string);
    }
    await admitsBeside('move', ['select from zones where zone_id = $1 for update', from], async (n) => {
      const move = { 'reservation-id': moved[n], zone: `entered-${n}` };
      expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'ok' });
    });
  });

  /** Sends many requests that wait for a locked row, and an admission in another zone. */
  async function admitsBeside(
    kind: string,
    lock: readonly [string, ...string[]],
    send: (index: number) => Promise<void>,
  ): Promise<void> {
    const zone = `beside-${kind}`;
    await service.provider({ cores: 10 }, { zone });
    let sent: Promise<void>[] = [];
    await whileLockIsHeld(service.database.url, lock, async () => {
      // On a busy machine some may get no place in time.
      sent = Array.from({ length: MANY }, (_, index) => eventually(() => send(index)));
      const places = kind === 'move' ? 4 : 2;
      await untilLockIsAwaited(service.database.url, places);
      await eventually(() => Promise.resolve(expect(figures(kind)?.waiting).toBe(MANY - places)));

      const admitted = await service.operation('create-reservation', { zone, capacity: { cores: 1 } });

      expect(admitted).toMatchObject({ result: 'ok' });
    });
    await Promise.all(sent);
    expect(figures(kind)).toMatchObject({ running: 0, waiting: 0 });
  }

  it('are read a few at a time', async () => {
    const running: number[] = [];
    const list = async (): Promise<number> => {
      const { status } = await service.http.get('/reservations');
      running.push(figures('read')?.running ?? 0);
      return status;
    };
    expect(new Set(await Promise.all(Array.from({ length: 100 }, list)))).toEqual(new Set([200]));
    expect(Math.max(...running)).toBeLessThanOrEqual(5);
    await eventually(() =>
      Promise.resolve(expect(figures('read')).toMatchObject({ running: 0, waiting: 0 })),
    );
  });
});
