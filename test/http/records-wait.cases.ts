import { Client } from 'pg';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
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
    await admitsBeside('write', { table: 'instances', id: id as string }, async () => {
      expect((await rename()).status).toBe(200);
    });
  });

  it('leave connections to admissions while they register the same provider', async () => {
    const zone = 'locked-provider';
    const registration = { ...cloud(), zone };
    const { provider: id } = await service.provider({ cores: 10 }, registration);
    await admitsBeside('registration', { table: 'providers', id }, async () => {
      expect(await service.operation('add-provider', registration)).toMatchObject({ 'provider-id': id });
    });
  });

  /** Sends many requests that wait for a row, and an admission in another zone. */
  async function admitsBeside(
    kind: string,
    { table, id }: { table: string; id: string },
    send: () => Promise<void>,
  ): Promise<void> {
    const zone = `beside-${kind}`;
    await service.provider({ cores: 10 }, { zone });
    const holder = new Client({ connectionString: service.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from ${table} where id = $1 for update`, [id]);
    const sent = Array.from({ length: MANY }, send);
    await untilLockIsAwaited(service.database.url, 2);
    await eventually(() => Promise.resolve(expect(figures(kind)?.waiting).toBe(MANY - 2)));

    const admitted = await service.operation('create-reservation', { zone, capacity: { cores: 1 } });

    expect(admitted).toMatchObject({ result: 'ok' });
    await holder.query('rollback');
    await holder.end();
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
