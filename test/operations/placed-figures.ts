import { wire } from '../support/calls.js';
import { has, sum, type Amounts, type Host, type Traits } from '../support/placed-model.js';
import type { Span } from '../support/rules-model.js';
import type { Act } from './placed-plans.js';
import { asContainers, type PlacedZones } from './placed-zones.js';

type Body = Record<string, any>;

const FIGURES = ['total', 'reserved', 'allocated', 'available'] as const;

const TYPES: readonly [name: string, kind: string, filter: object][] = [
  ['cores', 'compute', { computeResourceTypeId: 'cpuCores' }],
  ['ram', 'compute', { computeResourceTypeId: 'virtualMemSize' }],
  ['instances', 'compute', { computeResourceTypeId: 'vcInstances' }],
  ['gigabytes', 'storage', { storageResourceTypeId: 'storageSize' }],
  ['volumes', 'storage', { storageResourceTypeId: 'volumes' }],
];

const zoneOf = ({ zones }: PlacedZones, { other }: Act): string => zones[other % 3 === 0 ? 1 : 0];

/** The figures of a zone along time are the sums over its providers. */
export async function checkRows(acting: PlacedZones, act: Act): Promise<void> {
  const { model } = acting;
  const figure = FIGURES[act.other % 4];
  const zone = zoneOf(acting, act);
  const capacity = figure === 'allocated' ? 'usage' : figure;
  const { utilization } = await acting.post('query-capacity', { zone, capacity });
  const rows = (utilization as Body[]).map((row) => ({
    ...row,
    at: Date.parse(row.timestamp as string) / 1000,
  }));
  for (const at of model.changes({ start: model.now, end: Infinity })) {
    const row: Body = rows.findLast((each) => each.at <= at) ?? {};
    const shown = TYPES.map(([name]) => [name, (row.capacity as Amounts)[name] ?? 0]);
    const expected = TYPES.map(([name]) => [
      name,
      sum(model.hostsOf(zone).map((host) => model[figure](host, name, at))),
    ]);
    expect([figure, at, shown]).toEqual([figure, at, expected]);
  }
}

async function query(acting: PlacedZones, act: Act, kind: string, filter: object, span: Span): Promise<Body> {
  const { start, end } = wire(span);
  const timePeriod = { startTime: start, stopTime: end ?? undefined };
  const body = { zoneId: zoneOf(acting, act), timePeriod, ...filter };
  return (await acting.caller.get(`/capacity/${kind}/query`, body)).body.capacityInformation as Body;
}

/** What is available of a class is free at each provider throughout. */
export async function checkType(acting: PlacedZones, act: Act, span: Span): Promise<void> {
  const { model } = acting;
  const [name, kind, filter] = TYPES[act.which % TYPES.length];
  const hosts = model.hostsOf(zoneOf(acting, act));
  const worst = Math.min(
    ...model.changes(span).map((at) => sum(hosts.map((host) => model.available(host, name, at)))),
  );
  const throughout = sum(hosts.map((host) => Math.max(0, model.room(host, name, span))));
  const expected = span.end === span.start + 1 ? worst : Math.min(worst, throughout);
  const { available } = await query(acting, act, kind, filter, span);
  expect([name, span, available]).toEqual([name, span, expected]);
}

/** Whole shapes at each provider with the traits. */
export async function checkCriteria(acting: PlacedZones, act: Act, span: Span): Promise<void> {
  const { model } = acting;
  const { cpuArchitecture, typeOfStorage, rdmaSupported }: Traits = act.traits ?? {};
  const [{ cores, ram, disks }] = act.containers;
  const [sizeOfStorage = 1] = disks;
  const isCompute = act.which % 2 === 0;
  const kind = isCompute ? 'compute' : 'storage';
  const shape: Amounts = isCompute ? { cores, ram, instances: 1 } : { gigabytes: sizeOfStorage, volumes: 1 };
  const traits = isCompute ? { cpuArchitecture } : { typeOfStorage, rdmaSupported };
  const resourceCriteria = isCompute
    ? { virtualCPU: { cpuArchitecture, numVirtualCpu: cores }, virtualMemory: { virtualMemSize: ram } }
    : { sizeOfStorage, typeOfStorage, rdmaSupported };
  const hosts = model.hostsOf(zoneOf(acting, act)).filter((host) => has(host, traits));
  const timesIn = (of: (host: Host, name: string) => number) =>
    sum(
      hosts.map((host) => {
        const times = Object.entries(shape).map(([name, amount]) => Math.max(0, of(host, name)) / amount);
        return Math.floor(Math.min(...times));
      }),
    );
  const throughout = await query(
    acting,
    act,
    kind,
    { resourceCriteria, attributeSelector: 'available' },
    span,
  );
  const available = timesIn((host, name) => model.room(host, name, span));
  expect([shape, traits, span, throughout]).toEqual([shape, traits, span, { available }]);
  const at = span.start;
  const then = await query(acting, act, kind, { resourceCriteria }, { start: at, end: at + 1 });
  const figures = FIGURES.map((figure) => [figure, timesIn((host, name) => model[figure](host, name, at))]);
  expect([shape, traits, at, then]).toEqual([shape, traits, at, Object.fromEntries(figures)]);
}

/** The windows in which a demand fits. */
export async function checkRoom(acting: PlacedZones, act: Act): Promise<void> {
  if (act.which % 5 > 0) return;
  const { model } = acting;
  const zone = zoneOf(acting, act);
  const { containers, capacity, traits } = act;
  const isForContainers = act.other % 2 === 0;
  const demand = model.demandOf(isForContainers ? { containers } : { capacity, traits }, zone);
  const duration = 1 + (act.other % 12);
  const until = model.now + 40;
  const fits = (start: number) => model.fits(demand, zone, { start, end: start + duration });
  const starts = Array.from(
    { length: until - duration - model.now + 1 },
    (_, index) => model.now + index,
  ).filter(fits);
  const expected = starts
    .filter((at) => !starts.includes(at - 1))
    .map((at) => [wire({ start: at, end: 0 }).start, wire({ start: lastOf(starts, at), end: 0 }).start]);
  const what = isForContainers
    ? { containers: asContainers(containers).virtualizationContainerReservation }
    : { capacity, traits };
  const window = wire({ start: model.now, end: until });
  const { windows } = await acting.post('find-windows', { zone, ...what, duration, window, limit: 100 });
  const shown = (windows as Body[]).map(({ start, latestStart }) => [start, latestStart]);
  expect({ demand, duration, shown }).toEqual({ demand, duration, shown: expected });
}

/** The last of the instants that follow each other from one on. */
function lastOf(instants: readonly number[], from: number): number {
  return instants.includes(from + 1) ? lastOf(instants, from + 1) : from;
}
