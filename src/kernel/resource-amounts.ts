/** The name of a resource class, such as `cores`. */
export type ResourceClass = string;

/** Class → integer; an absent class counts as zero. The functions below omit members that are zero. */
export type ResourceAmounts = Readonly<Record<ResourceClass, number>>;

const NO_AMOUNTS: ResourceAmounts = Object.freeze({});

export const INT16_MAX = 32_767;
export const INT32_MAX = 2_147_483_647;

/** The built-in classes in the order in which shortages are reported, with the largest amount one request may carry. */
export const BUILT_IN_CLASSES: ReadonlyMap<ResourceClass, number> = new Map([
  ['cores', INT16_MAX],
  ['ram', INT32_MAX],
  ['instances', INT16_MAX],
  ['addresses', INT32_MAX],
  ['gigabytes', INT32_MAX],
  ['volumes', INT16_MAX],
  ['snapshots', INT16_MAX],
  ['networks', INT16_MAX],
  ['ports', INT16_MAX],
  ['routers', INT16_MAX],
  ['subnets', INT16_MAX],
]);

const ORDER: ReadonlyMap<ResourceClass, number> = new Map(
  [...BUILT_IN_CLASSES.keys()].map((name, index) => [name, index]),
);

/** The classes of amounts: built-in classes first in their fixed order, then custom classes by name. */
export function classesOf(amounts: ResourceAmounts): ResourceClass[] {
  return Object.keys(amounts).sort(byReportingOrder);
}

export function byReportingOrder(a: ResourceClass, b: ResourceClass): number {
  const difference = (ORDER.get(a) ?? ORDER.size) - (ORDER.get(b) ?? ORDER.size);
  return difference !== 0 ? difference : a < b ? -1 : a > b ? 1 : 0;
}

export function plus(a: ResourceAmounts, b: ResourceAmounts): ResourceAmounts {
  return combine(a, b, 1);
}

export function minus(a: ResourceAmounts, b: ResourceAmounts): ResourceAmounts {
  return combine(a, b, -1);
}

function combine(a: ResourceAmounts, b: ResourceAmounts, sign: 1 | -1): ResourceAmounts {
  const result: Record<ResourceClass, number> = { ...a };
  for (const name in b) {
    const value = (result[name] ?? 0) + sign * b[name];
    if (value === 0) delete result[name];
    else result[name] = value;
  }
  return result;
}

export function negated(amounts: ResourceAmounts): ResourceAmounts {
  return minus(NO_AMOUNTS, amounts);
}

export function sumOf(all: Iterable<ResourceAmounts>): ResourceAmounts {
  const sum: Record<ResourceClass, number> = {};
  for (const amounts of all) for (const name in amounts) sum[name] = (sum[name] ?? 0) + amounts[name];
  return withoutZeros(sum);
}

export function isNothing(amounts: ResourceAmounts): boolean {
  for (const name in amounts) if (amounts[name] !== 0) return false;
  return true;
}

/** How many times (a fraction) some amounts fit into a room; the scarcest class decides. */
export function timesItFits(room: ResourceAmounts, amounts: ResourceAmounts): number {
  let least = Number.POSITIVE_INFINITY;
  for (const name in amounts) least = Math.min(least, (room[name] ?? 0) / amounts[name]);
  return least;
}

/** True when every amount of `a` is at least that of `b`. */
export function covers(a: ResourceAmounts, b: ResourceAmounts): boolean {
  for (const name in b) if ((a[name] ?? 0) < b[name]) return false;
  return true;
}

export function withoutZeros(amounts: ResourceAmounts): ResourceAmounts {
  return plus(NO_AMOUNTS, amounts);
}

/** Each amount, or the limit of its class if that is less. */
export function atMost(
  amounts: ResourceAmounts,
  limits: ReadonlyMap<ResourceClass, number>,
): ResourceAmounts {
  const capped = Object.entries(amounts).map(([name, value]): [string, number] => {
    return [name, Math.min(value, limits.get(name) ?? value)];
  });
  return Object.fromEntries(capped);
}

/** The members of `amounts` whose class satisfies `wanted`. */
export function only(amounts: ResourceAmounts, wanted: (name: ResourceClass) => boolean): ResourceAmounts {
  return Object.fromEntries(Object.entries(amounts).filter(([name]) => wanted(name)));
}
