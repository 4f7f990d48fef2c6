import fc from 'fast-check';
import { sumOf, type Amounts, type Traits } from '../support/placed-model.js';

/** How often each kind of act occurs, in proportion. */
const WEIGHTS = {
  ...{ containers: 6, capacity: 6, update: 4, move: 2, cancel: 1, boot: 7, destroy: 4, increase: 3 },
  ...{ decrease: 2, force: 6, end: 2, withdraw: 0.5, retire: 1, register: 1, advance: 2 },
};
/** The flavors of a simulated provider that are used, and the amounts of units. */
export const SIZES: Readonly<Record<string, Amounts>> = {
  'm1.tiny': { cores: 1, ram: 512, gigabytes: 1 },
  'm1.medium': { cores: 2, ram: 4096, gigabytes: 40 },
  'm1.large': { cores: 4, ram: 8192, gigabytes: 80 },
};

const [TINY, MEDIUM, LARGE] = Object.values(SIZES);
const SIZE = fc.constantFrom(TINY, MEDIUM, MEDIUM, LARGE);
const ARCHITECTURE = fc.constantFrom(undefined, undefined, 'x86', 'x86_64', 'arm64');
const STORAGE = fc.constantFrom(undefined, undefined, 'volume', 'ssd');

const TRAITS = fc
  .record({ cpuArchitecture: ARCHITECTURE, typeOfStorage: STORAGE, rdmaSupported: fc.boolean() })
  .map((traits): Traits => Object.fromEntries(Object.entries(traits).filter(([, value]) => value)));

const CONTAINER = fc
  .record({ size: SIZE, disks: fc.nat(3), cpuArchitecture: ARCHITECTURE, typeOfStorage: STORAGE })
  .map(({ size: { cores, ram, gigabytes }, disks, ...traits }) => ({
    ...{ cores, ram, isObject: disks === 1, ...traits },
    disks: [[], [gigabytes], [gigabytes], [gigabytes, 1]][disks],
  }));

/** As many units of a size, and some more that does not divide evenly. */
const CAPACITY = fc
  .record({
    size: SIZE,
    count: fc.integer({ min: 1, max: 4 }),
    more: fc.constantFrom<Amounts>({}, { cores: 1 }, { ram: 512 }),
    storage: fc.nat(5),
    isLoose: fc.constantFrom(false, false, false, true),
  })
  .map(({ size: { gigabytes, ...size }, count, more, storage, isLoose }) =>
    sumOf([
      ...Array.from({ length: count }, () => size),
      more,
      { instances: isLoose ? 0 : count },
      { gigabytes: storage === 1 ? gigabytes * count : 0, volumes: storage < 3 ? storage * 2 : 0 },
    ]),
  );

/** A request, or time that passes. Numbers select existing objects. */
export const ACT = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
      weight: 10 * weight,
      arbitrary: fc.constant(kind as keyof typeof WEIGHTS),
    })),
  ),
  start: fc.integer({ min: -15, max: 10 }),
  length: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constant(Infinity)),
  containers: fc.array(CONTAINER, { minLength: 1, maxLength: 4 }),
  capacity: CAPACITY,
  traits: fc.option(TRAITS, { nil: undefined, freq: 1 }),
  parts: fc.record({ start: fc.boolean(), end: fc.boolean(), demand: fc.boolean() }),
  which: fc.nat(1000),
  other: fc.nat(1000),
});
export type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

/** A provider: its capacity in units of the largest flavor, and whether it tracks disks. */
export const HOST = fc.record({
  units: fc.integer({ min: 1, max: 3 }),
  more: fc.constantFrom<Amounts>({}, { cores: 1 }, { ram: 512, cores: 2 }),
  hasDisks: fc.boolean(),
  traits: TRAITS,
});
export type HostPlan = typeof HOST extends fc.Arbitrary<infer T> ? T : never;
