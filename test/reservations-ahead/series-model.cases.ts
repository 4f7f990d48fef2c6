import fc from 'fast-check';
import { subscribe, toldTo } from '../notifications/told.js';
import { Caller } from '../support/calls.js';
import { expiresAt } from '../support/rules-model.js';
import { hour } from '../support/readings.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { checkTold } from './rules-checks.js';
import { LIMIT } from './rules-zone.js';
import { ACT, type Act } from './series-act.js';
import { SeriesZone, span, time } from './series-zone.js';

type Body = Record<string, any>;

describe('series', () => {
  let service: RunningService;
  let caller: Caller;
  let zones = 0;
  beforeAll(async () => {
    const environment = { END_APPROACHING_LEAD_SECONDS: '0', TENANT_LIMITS: `red/cores:${LIMIT}` };
    service = await startService({ environment });
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it('name the occurrence with which a tenant would hold more than its limit', async () => {
    const zone = 'series-of-tenant';
    await service.provider({ cores: 100 }, { zone });
    const ask = async (from: number, cores: number, more: object = {}): Promise<Body> => {
      const window = { start: hour(from), end: hour(from + 1) };
      const request = { zone, ...window, capacity: { cores }, ...more };
      return (await caller.post('/create-reservation', request, { 'Headroom-Tenant': 'red' })).body;
    };
    expect(await ask(34, 1)).toMatchObject({ result: 'ok' });
    expect(await ask(10, LIMIT, { repeat: 'FREQ=DAILY;COUNT=3' })).toMatchObject({
      result: 'error',
      message: expect.stringContaining(`(occurrence 2 of 3, from ${hour(34)})`),
      errors: [{ pointer: '/capacity/cores' }],
    });
  });

  it('are decided, shown, notified and reported as a model of plain loops says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ACT, { minLength: 10, maxLength: 25 }),
        fc.constantFrom([6], [8], [5, 3]),
        async (acts, capacities) => {
          const zone = new SeriesZone(service, caller, `series-${++zones}`);
          await zone.begin(capacities);
          const begun = zone.model.now;
          const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
          for (const act of acts) {
            await zone.act(act);
            await check(zone, act);
          }
          await checkTold(zone, await toldTo(service, all));
          await checkReport(zone, begun);
          await service.http.delete(`/subscriptions/${all}`);
        },
      ),
      { numRuns: runs(25), endOnFailure: true },
    );
  }, 300_000);
});

async function check(zone: SeriesZone, { which }: Act): Promise<void> {
  const { model, caller, reservations } = zone;
  const series = reservations.at(which % Math.max(reservations.length, 1))?.series;
  const filter = series === undefined ? `zone=${zone.zone}` : `series=${series}`;
  const { items } = (await caller.get(`/reservations?${filter}&limit=1000`)).body;
  const shown = (items as Body[]).map(
    ({ reservationId: id, state, start, end, expiry, capacity, name, seriesId }) => ({
      ...{ id, state, start, end, expiry, units: capacity.cores, name, series: seriesId },
    }),
  );
  const modelled = reservations
    .filter((known) => series === undefined || known.series === series)
    .map((known) => ({
      ...{ id: known.id, state: model.stateOf(known), ...span(known), units: known.units },
      ...{ name: known.name, series: known.series },
      expiry: known.expiry === undefined ? undefined : time(expiresAt(known)),
    }));
  expect(shown).toEqual(modelled);
  const metric = ({ 0: 'total', 1: 'reserved', 2: 'usage', 3: 'available' } as const)[(which % 4) as 0];
  const figure = (
    { total: 'total', reserved: 'reserved', usage: 'allocated', available: 'available' } as const
  )[metric];
  const { utilization } = (await caller.post('/query-capacity', { zone: zone.zone, capacity: metric })).body;
  const rows = utilization as Body[];
  const along = model
    .changes()
    .map((at) => [at, rows.findLast(({ timestamp }) => timestamp <= time(at))?.capacity.cores]);
  expect([figure, along]).toEqual([figure, model.changes().map((at) => [at, model.figures(at)[figure]])]);
}

async function checkReport({ model, caller, zone }: SeriesZone, begun: number): Promise<void> {
  if (model.now === begun) return;
  const { body } = await caller.get(
    `/reports/usage?by=reservation&zone=${zone}&from=${time(begun)}&to=${time(model.now)}`,
  );
  const shown = (body.rows as Body[])
    .filter((row) => row.class === 'cores')
    .map((row) => [row.reservationId, row.reservedHours, row.usedHours]);
  const modelled = model.reservations
    .filter(({ reservedSeconds }) => reservedSeconds > 0)
    .map(({ id, reservedSeconds, usedSeconds }) => [id, reservedSeconds, usedSeconds]);
  expect(shown.sort()).toEqual(modelled.sort());
}
