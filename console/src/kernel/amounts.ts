/** Class → amount. */
export type Amounts = Readonly<Record<string, number>>;

export type NorthboundKind = 'compute' | 'network' | 'storage';

export interface ResourceClass {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  /** Where the northbound interface knows it; the last four classes of the table are Group A's alone. */
  readonly northbound?: { readonly kind: NorthboundKind; readonly typeId: string };
}

function known(
  name: string,
  label: string,
  unit: string,
  kind?: NorthboundKind,
  typeId?: string,
): ResourceClass {
  return { name, label, unit, northbound: kind && typeId ? { kind, typeId } : undefined };
}

/** In the order of the table in docs/semantics.md §2. */
export const BUILT_IN: readonly ResourceClass[] = [
  known('cores', 'Cores', 'cores', 'compute', 'cpuCores'),
  known('ram', 'Memory', 'MB', 'compute', 'virtualMemSize'),
  known('instances', 'Instances', 'instances', 'compute', 'vcInstances'),
  known('addresses', 'Public addresses', 'addresses', 'network', 'publicIps'),
  known('gigabytes', 'Storage', 'GB', 'storage', 'storageSize'),
  known('volumes', 'Volumes', 'volumes', 'storage', 'volumes'),
  known('snapshots', 'Snapshots', 'snapshots', 'storage', 'snapshots'),
  known('networks', 'Networks', 'networks'),
  known('ports', 'Ports', 'ports'),
  known('routers', 'Routers', 'routers'),
  known('subnets', 'Subnets', 'subnets'),
];

/** A class that is not built in was declared by the operator; it is a compute type under its own name. */
export function classNamed(name: string): ResourceClass {
  return BUILT_IN.find((one) => one.name === name) ?? known(name, name, name, 'compute', name);
}

export function isBuiltIn(name: string): boolean {
  return BUILT_IN.some((one) => one.name === name);
}

export function classOfType(typeId: string): ResourceClass {
  return BUILT_IN.find(({ northbound }) => northbound?.typeId === typeId) ?? classNamed(typeId);
}

const ORDER = new Map(BUILT_IN.map(({ name }, index) => [name, index]));

export function inOrder(names: Iterable<string>): string[] {
  const place = (name: string): number => ORDER.get(name) ?? ORDER.size;
  return [...new Set(names)].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const PART = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

const UNITS = ['MB', 'GB', 'TB', 'PB'];

/** Of how many is the next unit: memory is counted in powers of two, storage in powers of ten, as on the command line. */
const UNIT_BASES: Readonly<Record<string, number>> = { ram: 1024, gigabytes: 1000 };

/** Memory and storage in the largest unit of which there is at least one; the rest are counts. Parts are not rounded to nothing. */
export function formatAmount(name: string, value: number): string {
  const base = UNIT_BASES[name];
  const format = Math.abs(value) < 1 ? PART : NUMBER;
  if (base === undefined) return format.format(value);
  let [rest, place] = [value, name === 'ram' ? 0 : 1];
  for (; Math.abs(rest) >= base && place < UNITS.length - 1; place++) rest /= base;
  return `${format.format(rest)} ${UNITS[place]}`;
}

/** With the unit said for every class: `12 cores`, `48 GB` of memory. */
export function describeAmount(name: string, value: number): string {
  const text = formatAmount(name, value);
  if (name === 'ram') return `${text} memory`;
  if (name === 'gigabytes') return `${text} storage`;
  return `${text} ${value === 1 ? singular(classNamed(name).unit) : classNamed(name).unit}`;
}

/** Every unit of the table is an English plural, so its last letters say what the singular is. */
function singular(unit: string): string {
  return unit.endsWith('sses') ? unit.slice(0, -2) : unit.replace(/s$/, '');
}

export function describeAmounts(amounts: Amounts): string {
  return inOrder(Object.keys(amounts))
    .filter((name) => amounts[name] !== 0)
    .map((name) => describeAmount(name, amounts[name]))
    .join(', ');
}
