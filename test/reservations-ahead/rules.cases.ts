import fc from 'fast-check';
import { Caller } from '../support/calls.js';
import type { Figures } from '../support/rules-model.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, threshold, toldTo } from '../notifications/told.js';
import { ACT, ActingZone, type Act } from './rules-acts.js';
import { checkPresent, checkReport, checkTold, checkWindow } from './rules-checks.js';
import { amounts, LIMIT } from './rules-zone.js';

/** Units on each provider of a zone. With several providers the service chooses where reservations lie. */
const PROVIDERS = [[6], [6], [5, 3], [4, 3, 3]];

const CONDITIONS: [threshold: object | undefined, isTrue: (figures: Figures) => boolean][] = [
  [threshold('available', 'lt', 3), ({ available }) => available < 3],
  [threshold('reserved', 'ge', 3), ({ reserved }) => reserved >= 3],
  [threshold('allocated', 'gt', 0), ({ allocated }) => allocated > 0],
  [threshold('total', 'ne', 6), ({ total }) => total !== 6],
];

describe('reservations of all kinds', () => {
  let services: RunningService[];
  let callers: Caller[];
  let zones = 0;
  beforeAll(async () => {
    const environment = { END_APPROACHING_LEAD_SECONDS: '0', TENANT_LIMITS: `red/cores:${LIMIT}` };
    const first = await startService({ environment });
    const { database, clock } = first;
    services = [first, await startService({ environment, database, clock })];
    callers = services.map(({ baseUrl }) => new Caller(baseUrl));
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.toReversed()) await service.stop();
  });

  async function newZone(capacities: readonly number[]): Promise<ActingZone> {
    const [service] = services;
    const zone = `rules-${++zones}`;
    const made: { provider: string; pool: string }[] = [];
    for (const units of capacities) made.push(await service.provider(amounts(units), { zone }));
    const acting = new ActingZone(
      service,
      callers,
      zone,
      made.map(({ provider }) => provider),
    );
    const { model } = acting;
    for (const [index, { provider, pool: id }] of made.entries())
      model.pools.push({ id, provider, start: model.now, end: Infinity, units: capacities[index] });
    model.seen.push(model.figures());
    return acting;
  }

  async function tell(id: string) {
    // The process that leases the scope evaluates it. A round leaves out the zones that the other process is telling of.
    await toldTo(services[1], id);
    await toldTo(services[0], id);
    return toldTo(services[1], id);
  }

  async function play(acts: readonly Act[], capacities: readonly number[]): Promise<void> {
    const [service] = services;
    const zone = await newZone(capacities);
    const elsewhere = await newZone([4]);
    [zone.elsewhere, elsewhere.elsewhere] = [elsewhere, zone];
    const { model } = zone;
    const begun = model.now;
    const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const type = { zoneId: zone.zone, computeResourceTypeId: 'cpuCores' };
    const watch = (condition?: object) =>
      subscribe(service, '/capacity/compute/subscribe', { ...type, threshold: condition });
    const everyChange = await watch();
    const watching = await Promise.all(CONDITIONS.map(([condition]) => watch(condition)));
    for (const act of acts) {
      const acting = act.isElsewhere ? elsewhere : zone;
      await acting.act(act);
      for (const each of [zone, elsewhere]) await checkPresent(each, act);
      await checkWindow(acting, act);
    }
    const told = await tell(all);
    for (const each of [zone, elsewhere]) {
      await checkTold(each, told);
      await checkReport(each, begun);
    }
    if (!model.isAmbiguous) {
      const figures = async (id: string) =>
        (await tell(id)).map(({ capacityInformation }) => capacityInformation);
      expect(await figures(everyChange)).toEqual(changesIn(model.seen));
      for (const [index, [condition, isTrue]] of CONDITIONS.entries())
        expect([condition, await figures(watching[index])]).toEqual([
          condition,
          crossings(model.seen, isTrue),
        ]);
    }
    for (const id of [all, everyChange, ...watching]) await service.http.delete(`/subscriptions/${id}`);
  }

  it('Q31: are decided, shown, notified and reported as a model of plain loops says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ACT, { minLength: 20, maxLength: 40 }), fc.constantFrom(...PROVIDERS), play),
      { numRuns: runs(10), endOnFailure: true },
    );
  }, 300_000);
});

function changesIn(seen: readonly Figures[]): Figures[] {
  return seen.filter(
    (figures, index) => index > 0 && JSON.stringify(figures) !== JSON.stringify(seen[index - 1]),
  );
}

function crossings(seen: readonly Figures[], isTrue: (figures: Figures) => boolean): Figures[] {
  return seen.filter((figures, index) => isTrue(figures) && !(index > 0 && isTrue(seen[index - 1])));
}
