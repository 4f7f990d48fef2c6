import { expiresAt, isOn, type Figures, type Known } from '../support/rules-model.js';
import { wire } from '../support/calls.js';
import type { Act } from './rules-acts.js';
import { amounts, time, type RulesZone } from './rules-zone.js';

type Body = Record<string, any>;

const STATES = ['held', 'waiting', 'initialized', 'active', 'conflict', 'terminated', 'expired'];
const METRIC = { total: 'total', reserved: 'reserved', allocated: 'usage', available: 'available' };
const FIGURES = Object.keys(METRIC) as (keyof Figures)[];

const idsOf = (items: readonly Body[]): string[] => items.map(({ reservationId }) => reservationId as string);

/** The answers that depend on the present and the future: records, their list by state, and one of the figures along time. */
export async function checkPresent(zone: RulesZone, { which, units }: Act): Promise<void> {
  const { model, caller } = zone;
  const { items } = (await caller.get(`/reservations?zone=${zone.zone}&limit=1000`)).body;
  const shown = (items as Body[]).map(
    ({ reservationId: id, state, start, end, heldUntil, expiry, capacity }) => ({
      ...{ id, state, start, end: end ?? null, heldUntil, expiry },
      units: capacity.cores,
    }),
  );
  const modelled = model.reservations.map((known) => ({
    id: known.id,
    state: model.stateOf(known),
    ...wire(known),
    heldUntil: known.heldUntil === undefined ? undefined : time(known.heldUntil),
    // Seconds after the start count from the admission.
    expiry: known.expiry === undefined || wasNeverAdmitted(known) ? undefined : time(expiresAt(known)),
    units: known.units,
  }));
  expect(shown).toEqual(modelled);
  const state = STATES[which % STATES.length];
  const listed = await caller.get(`/reservations?zone=${zone.zone}&limit=1000&state=${state}`);
  const inState = modelled.filter((one) => one.state === state);
  expect([state, idsOf(listed.body.items as Body[])]).toEqual([state, inState.map(({ id }) => id)]);
  const figure = FIGURES[units % 4];
  const { utilization } = await zone.post('query-capacity', { zone: zone.zone, capacity: METRIC[figure] });
  const rows = rowsOf(utilization as Body[]);
  const instants = [...new Set([...model.changes(), ...rows.map(({ at }) => at)])];
  const alone = instants.map((at) => [at, rows.findLast((row) => row.at <= at)?.capacity]);
  const expected = instants.map((at) => [at, amounts(model.figures(at)[figure])]);
  expect([figure, alone]).toEqual([figure, expected]);
}

/** The answers about a window, which may begin in the past. */
export async function checkWindow(zone: RulesZone, act: Act): Promise<void> {
  const { model, caller } = zone;
  const start = model.now + act.start * (act.which % 5 === 0 ? 10 : 1);
  const window = { start, end: start + act.length };
  const asked = wire(window);
  const body = { zone: zone.zone, window: { start: asked.start, end: asked.end ?? undefined } };
  const inForce = model.reservations.filter((known) => {
    const end = Math.min(known.end, known.endedAt ?? Infinity);
    return known.start < end && end > window.start && known.start <= window.end;
  });
  const { reservations } = await zone.post('query-reservation', body);
  const collections = inForce.filter(
    ({ status, ...known }) => status !== 'waiting' && !hasOnlyWaited({ ...known, status }),
  );
  expect([window, [...reservations].sort()]).toEqual([window, collections.map(({ id }) => id).sort()]);
  const to = asked.end === null ? '' : `&to=${asked.end}`;
  const list = await caller.get(`/reservations?zone=${zone.zone}&limit=1000&from=${asked.start}${to}`);
  const listed = inForce.filter((known) => known.start < window.end);
  expect([window, idsOf(list.body.items as Body[])]).toEqual([window, listed.map(({ id }) => id)]);
  const figure = FIGURES[act.units % 4];
  const { utilization } = await zone.post('query-capacity', { ...body, capacity: METRIC[figure] });
  const rows = rowsOf(utilization as Body[]);
  const past = [...model.past].filter(([at]) => isOn(window, at));
  const asItWas = past.map(([at]) => [at, rows.findLast((row) => row.at <= at)?.capacity.cores]);
  expect([figure, asItWas]).toEqual([figure, past.map(([at, figures]) => [at, figures[figure]])]);
  if (window.end > model.now)
    await checkAhead(zone, act, { start: Math.max(start, model.now), end: window.end });
}

/** The worst instant of a window, and the windows in which some units fit. */
async function checkAhead(
  zone: RulesZone,
  { units, which }: Act,
  window: { start: number; end: number },
): Promise<void> {
  const { model, caller } = zone;
  const { start, end } = wire(window);
  const filter = { zoneId: zone.zone, computeResourceTypeId: 'cpuCores' };
  const timePeriod = { startTime: start, stopTime: end ?? undefined };
  const { body } = await caller.get('/capacity/compute/query', { ...filter, timePeriod });
  const [worst] = model
    .changesIn(window)
    .map((at) => model.figures(at))
    .sort((a, b) => a.available - b.available);
  const available = model.throughout(window);
  const reserved = worst.total - worst.allocated - available;
  expect([window, body.capacityInformation]).toEqual([window, { ...worst, available, reserved }]);
  const until = Math.min(window.end, model.now + 100);
  const duration = 1 + (which % 12);
  if (until - window.start < duration) return;
  const search = {
    zone: zone.zone,
    capacity: amounts(units),
    duration,
    window: { start, end: time(until) },
    limit: 100,
  };
  const found: Body[] = [];
  for (let at = window.start; at + duration <= until; at++) {
    const first = { start: at, end: at + duration };
    if (!model.fits(units, first)) continue;
    const last = found.at(-1);
    if (last?.latestStart === time(at - 1)) last.latestStart = time(at);
    else
      found.push({
        zone: zone.zone,
        ...wire(first),
        latestStart: time(at),
        free: amounts(model.throughout(first) - units),
      });
  }
  expect([search, (await zone.post('find-windows', search)).windows]).toEqual([search, found]);
}

/** What a subscription to all reservations was told: each state once and in order, and in the end what the record says. */
export async function checkTold(
  { model, caller }: Pick<RulesZone, 'model' | 'caller'>,
  told: readonly Body[],
): Promise<void> {
  for (const known of model.reservations) {
    const changes = told
      .filter(({ reservationId }) => reservationId === known.id)
      .map(({ changedReservationData }) => changedReservationData as Body);
    const states = changes.flatMap(
      ({ reservationStatus }) => (reservationStatus as string | undefined) ?? [],
    );
    expect([known.id, states]).toEqual([known.id, known.states]);
    const { body: record } = await caller.get(`/reservations/${known.id}`);
    const last = Object.assign({}, ...changes) as Body;
    const pool = Object.assign(
      {},
      ...changes.map(({ computePoolReserved }) => computePoolReserved as Body),
    ) as Body;
    expect([
      last.startTime,
      last.endTime ?? undefined,
      last.expiryTime ?? undefined,
      pool.numCpuCores,
    ]).toEqual([...[record.start, record.end, record.expiry, record.capacity.cores]]);
  }
}

/** The report on each reservation, in all zones in which it was. */
export async function checkReport({ model, caller }: RulesZone, begun: number): Promise<void> {
  if (model.now === begun) return;
  const { body } = await caller.get(
    `/reports/usage?by=reservation&from=${time(begun)}&to=${time(model.now)}`,
  );
  const seconds = (hours: number): number => Math.round(hours * 3600);
  const shown = (body.rows as Body[])
    .filter((row) => row.class === 'cores' && model.reservations.some(({ id }) => id === row.reservationId))
    .map((row) => [
      row.reservationId,
      seconds(row.reservedHours as number),
      seconds(row.usedHours as number),
    ]);
  const modelled = model.reservations
    .filter(({ reservedSeconds }) => reservedSeconds > 0)
    .map(({ id, reservedSeconds, usedSeconds }) => [id, reservedSeconds, usedSeconds]);
  expect(shown.sort()).toEqual(modelled.sort());
}

function rowsOf(utilization: readonly Body[]) {
  return utilization.map(({ timestamp, capacity }) => ({
    at: Date.parse(timestamp as string) / 1000,
    capacity: capacity as Record<string, number>,
  }));
}

function hasOnlyWaited(known: Known): boolean {
  return known.endedAt !== undefined && wasNeverAdmitted(known);
}

function wasNeverAdmitted({ states }: Known): boolean {
  return states.every((state) => ['waiting', 'expired', 'terminated'].includes(state));
}
