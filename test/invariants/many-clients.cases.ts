import { readHoldings } from '../../src/allocation/ledger/counted-reservations.js';
import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { differences } from '../support/figures.js';
import { Client } from '../support/client.js';
import { History } from '../support/history.js';
import { loopOf } from '../support/loops.js';
import { ZoneModel } from '../support/model.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';
import { runs } from '../support/runs.js';

const CLIENTS = 64;
const ACTS = runs(12);
const CLASSES = ['cores', 'ram', 'instances', 'gigabytes'];
const CAPACITY = { cores: 120, ram: 120 * 512, instances: 60, gigabytes: 500 };
const SMALL = { cores: 50, ram: 50 * 512, instances: 25, gigabytes: 200 };

const TENANT = 'limited';
// Never reached: what a process knows of the tenant is compared with what is stored.
const environment = { TENANT_LIMITS: `${TENANT}/cores:1000000` };

describe.each([1, 3])('64 clients on one zone through %i processes', (processes) => {
  const services: RunningService[] = [];
  let callers: Caller[];
  beforeAll(async () => {
    services.push(await startService({ environment }));
    const [{ database, clock }] = services;
    while (services.length < processes) services.push(await startService({ database, clock, environment }));
    const headers = { 'Headroom-Tenant': TENANT };
    callers = services.map(({ baseUrl }) => new Caller(baseUrl, { headers }));
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.reverse()) await service.stop();
  });

  async function run(
    zone: string,
    seed: number,
    force: boolean,
    capacities: readonly Record<string, number>[],
  ) {
    const [service] = services;
    const model = new ZoneModel(service.clock.now());
    const providers: string[] = [];
    for (const amounts of capacities) {
      providers.push((await service.provider(amounts, { zone })).provider);
      model.pools.push({ window: { start: model.now, end: Infinity }, amounts });
    }
    const history = new History(model);
    const clients = Array.from({ length: CLIENTS }, (_, index) => {
      const random = new Random(seed * 1000 + index);
      return new Client({ zone, providers, callers, history, random, horizon: 400, force });
    });
    await Promise.all(
      clients.map(async (client) => {
        for (let act = 0; act < ACTS; act++) await client.act();
      }),
    );
    return { model, history, clients };
  }

  /** What the processes, each of which has just read the zone, have added up of the tenant is what its reservations hold. */
  async function expectTenantsKnown(zone: string, model: ZoneModel): Promise<void> {
    const [{ dataSource }] = services;
    const stored = await readHoldings(dataSource.manager, zone, TENANT, model.now);
    for (const service of services) {
      const sums = loopOf(service, zone)?.kept.lastSeen?.tenants;
      expect(sums?.has(TENANT)).toBe(true);
      for (const start of model.instants()) {
        for (const name of CLASSES) {
          const expected = stored
            .filter(({ window }) => window.start <= start && start < window.end)
            .reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0);
          const now = model.now;
          const value = sums?.peak(TENANT, name, { start, end: start + 1 }, { now }).value;
          expect({ start, name, value }).toEqual({ start, name, value: expected });
        }
      }
    }
  }

  it('every figure at every instant is what the clients were told', async () => {
    const [{ database }] = services;
    const { model, history, clients } = await run('calm', 1, false, [CAPACITY]);
    expect(history.statuses.get('create 200 ok')).toBeGreaterThan(50);
    expect(history.refusals.length).toBeGreaterThan(10);
    for (const caller of callers) expect(await differences(caller, 'calm', model, CLASSES)).toEqual([]);
    await expectTenantsKnown('calm', model);
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, model.now)).toEqual([]);
    expect(history.falseRefusals()).toEqual([]);

    await Promise.all(clients.map((client) => client.leave()));
    for (const caller of callers) expect(await differences(caller, 'calm', model, CLASSES)).toEqual([]);
    for (const second of model.instants()) {
      for (const name of CLASSES) {
        const { total, available } = model.figuresAt(second, name);
        expect(available).toBe(total);
      }
    }
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, model.now)).toEqual([]);
  });

  it('also while capacity is taken away by force', async () => {
    const [service] = services;
    const { model } = await run('forced', 2, true, [SMALL, SMALL, SMALL]);
    for (const [id, reservation] of model.reservations) {
      const { state } = (await callers[0].get(`/reservations/${id}`)).body;
      if (state === 'conflict') reservation.holds = false;
    }
    for (const caller of callers) expect(await differences(caller, 'forced', model, CLASSES)).toEqual([]);
    await expectTenantsKnown('forced', model);
    // Where running instances alone exceed the total, nothing else is reserved.
    for (const { finding, reserved, allocated, total } of await auditFindings(service.database.url)) {
      expect({ finding, reserved }).toEqual({ finding: 'available is negative', reserved: 0 });
      expect(allocated).toBeGreaterThan(total);
    }
    expect(await inconsistencies(service.database.url, model.now)).toEqual([]);
  });
});
