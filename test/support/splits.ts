import type { Demand, Unit } from '../../src/allocation/placement/demand.js';
import type { LedgerEntry } from '../../src/allocation/fold/entry.js';
import type { Claim } from '../../src/allocation/admission/records.js';
import { plus, type ResourceAmounts } from '../../src/kernel/resource-amounts.js';
import type { TimeWindow } from '../../src/kernel/time-window.js';
import { roomIn } from './folds.js';

/** Enumerates every placement of a demand's units on providers, as a reference for the real placement. */

type PerProvider = ReadonlyMap<string, ResourceAmounts>;

/** Whether a unit may lie on a provider, regardless of its room. */
export type May = (unit: Unit, providerId: string) => boolean;

/** Each assignment of the units, as the amounts on each provider. */
function* assignments(demand: Demand, providers: readonly string[], may: May): Iterable<PerProvider> {
  const units = demand.units.flatMap((unit) => Array.from({ length: unit.count }, () => unit));
  const start: PerProvider = new Map(providers.map((id) => [id, {}]));
  yield* assign(units, providers, may, start);
}

function* assign(
  units: readonly Unit[],
  providers: readonly string[],
  may: May,
  sofar: PerProvider,
): Iterable<PerProvider> {
  if (units.length === 0) {
    yield sofar;
    return;
  }
  const [unit, ...others] = units;
  for (const id of providers.filter((each) => may(unit, each))) {
    yield* assign(others, providers, may, new Map([...sofar, [id, plus(sofar.get(id) ?? {}, unit.amounts)]]));
  }
}

/** Whether any assignment fits throughout a window, with the loose part in the remaining room. */
export function fitsSomehow(
  entries: readonly LedgerEntry[],
  demand: Demand,
  window: TimeWindow,
  providers: readonly string[],
  may: May = () => true,
): boolean {
  return fitsInRooms((id, name) => roomIn(entries, id, name, window), demand, providers, may);
}

/** The same with the room of each provider and class given. */
export function fitsInRooms(
  roomOf: (providerId: string, name: string) => number,
  demand: Demand,
  providers: readonly string[],
  may: May = () => true,
): boolean {
  const names = Object.keys(demand.amounts);
  const rooms = new Map(providers.map((id) => [id, new Map(names.map((name) => [name, roomOf(id, name)]))]));
  const room = (id: string, name: string): number => rooms.get(id)?.get(name) ?? 0;
  for (const assigned of assignments(demand, providers, may)) {
    const left = (id: string, name: string): number => room(id, name) - (assigned.get(id)?.[name] ?? 0);
    const unitsFit = providers.every((id) =>
      Object.keys(assigned.get(id) ?? {}).every((name) => left(id, name) >= 0),
    );
    if (!unitsFit) continue;
    const looseFits = Object.entries(demand.loose).every(([name, amount]) => {
      const free = providers.reduce((sum, id) => sum + Math.max(left(id, name), 0), 0);
      return free >= amount;
    });
    if (looseFits) return true;
  }
  return false;
}

/** Whether claims can be read as whole units on providers plus parts of the loose amounts. */
export function isWholeUnits(demand: Demand, claims: readonly Claim[], may: May = () => true): boolean {
  const providers = claims.map(({ providerId }) => providerId);
  const claimed = new Map(claims.map(({ providerId, amounts }) => [providerId, amounts]));
  for (const assigned of assignments(demand, providers, may)) {
    const rest = providers.map((id) => {
      const names = new Set([...Object.keys(claimed.get(id) ?? {}), ...Object.keys(assigned.get(id) ?? {})]);
      return [...names].map(
        (name) => [name, (claimed.get(id)?.[name] ?? 0) - (assigned.get(id)?.[name] ?? 0)] as const,
      );
    });
    const isLoose = rest
      .flat()
      .every(([name, amount]) => amount === 0 || (amount > 0 && name in demand.loose));
    if (isLoose) return true;
  }
  return false;
}
