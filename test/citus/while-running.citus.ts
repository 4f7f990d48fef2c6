import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { layoutOf } from '../../src/database/layout.js';
import { migrateUp } from '../../src/database/migrate.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { availableCores, hour, reservation, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const ZONES = ['a', 'b', 'c'];
const CORES = 30_000;
const CLIENTS = 9;

/** What a client does again and again: reserves, changes every second one, cancels every third one. */
class Client {
  readonly held = new Map<string, { zone: string; cores: number }>();
  /** Changes whose outcome the client doesn't know. */
  readonly open: string[] = [];
  readonly statuses = new Map<number, number>();

  constructor(
    private readonly service: RunningService,
    private readonly zone: string,
  ) {}

  async actWhile(isGoingOn: () => boolean): Promise<void> {
    for (let turn = 1; isGoingOn(); turn++) {
      const window = { start: hour(1), end: hour(2) };
      const made = await this.post('create-reservation', {
        zone: this.zone,
        ...window,
        capacity: { cores: 1 },
      });
      const id = made?.['reservation-id'];
      if (id === undefined) continue;
      this.held.set(id, { zone: this.zone, cores: 1 });
      const name = { 'reservation-id': id };
      if (turn % 2 === 0 && (await this.post('update-reservation', { ...name, capacity: { cores: 2 } }, id)))
        this.held.set(id, { zone: this.zone, cores: 2 });
      if (turn % 3 === 0 && (await this.post('cancel-reservation', name, id))) this.held.delete(id);
    }
  }

  private async post(name: string, body: object, id?: string): Promise<Record<string, string> | undefined> {
    const { status, body: answer } = await this.service.http.post(`/${name}`).send(body);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 200) {
      expect(answer).toMatchObject({ result: 'ok' });
      return answer as Record<string, string>;
    }
    expect({ name, status, answer }).toMatchObject({ status: 503 });
    if ((answer as { code?: string }).code === 'outcome-unknown') this.open.push(id ?? name);
    return undefined;
  }
}

describe('a database that is distributed while services run', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const database = { url: urlOf(server, name), drop: () => Promise.resolve() };
  beforeAll(async () => {
    await createClusterDatabase(server, name);
    await migrateUp(createDataSource(database.url, { poolSize: 2 }));
  });
  afterAll(() => dropDatabase(server, name));

  it('loses nothing, and is used as distributed by all of them', async () => {
    const first = await startService({ database });
    const services = [first, await startService({ database, clock: first.clock })];
    for (const zone of ZONES) await first.provider({ cores: CORES }, { zone });
    let isGoingOn = true;
    const clients = Array.from(
      { length: CLIENTS },
      (_, index) => new Client(services[index % services.length], ZONES[index % ZONES.length]),
    );
    const acting = clients.map((client) => client.actWhile(() => isGoingOn));
    const held = (): number => clients.reduce((sum, client) => sum + client.held.size, 0);
    await eventually(() => Promise.resolve(expect(held()).toBeGreaterThan(50)));

    const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
    const lines = await migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
    expect(lines).toContain('distributed ledger_entries by zone_id');

    await eventually(() => {
      const known = services.map(({ dataSource }) => layoutOf(dataSource).isDistributed);
      return Promise.resolve(expect(known).toEqual([true, true]));
    });
    const before = held();
    await eventually(() => Promise.resolve(expect(held()).toBeGreaterThan(before + 50)));
    isGoingOn = false;
    await Promise.all(acting);

    expect(clients.flatMap(({ open }) => open)).toEqual([]);
    for (const zone of ZONES) {
      const own = clients.flatMap((client) => [...client.held].filter(([, one]) => one.zone === zone));
      const reserved = own.reduce((sum, [, { cores }]) => sum + cores, 0);
      for (const service of services)
        expect(await availableCores(service, zone, hour(1))).toBe(CORES - reserved);
      for (const [id, { cores }] of own.slice(0, 20))
        expect(await reservation(services[1], id)).toMatchObject({
          state: 'initialized',
          capacity: { cores },
        });
    }
    await services[1].stop();
    await stopSound(first);
  });
});
