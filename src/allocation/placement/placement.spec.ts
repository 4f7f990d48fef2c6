import fc from 'fast-check';
import { amountsUpTo, entry, foldOf, roomIn, smallWindow, smallWorld } from '../../../test/support/folds.js';
import { fitsSomehow, isWholeUnits } from '../../../test/support/splits.js';
import { isNothing, sumOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER } from '../../kernel/time-window.js';
import { traitsOf } from '../../kernel/traits.js';
import { demandOf, type Unit } from './demand.js';
import { claimsFit, place, suits } from './placement.js';
import { runs } from '../../../test/support/runs.js';

const ALWAYS = { start: 0, end: FOREVER };
const BOUNDS = { cores: 6, instances: 3, volumes: 3 };
const world = smallWorld(BOUNDS);
const anyDemand = amountsUpTo({ cores: 8, instances: 4, volumes: 4 }).map((amounts) => demandOf(amounts));
const container = amountsUpTo({ cores: 4, volumes: 1 }).map((amounts) => ({ ...amounts, instances: 1 }));
const containerDemand = fc
  .array(container, { minLength: 1, maxLength: 4 })
  .map((containers) => demandOf(sumOf(containers), { units: containers.map((amounts) => ({ amounts })) }));
const evenDemand = fc
  .record({ instances: fc.nat(4), cores: fc.nat(3), volumes: fc.nat(4), loose: fc.nat(8) })
  .map(({ instances, cores, volumes, loose }) =>
    demandOf({ instances, cores: instances > 0 ? cores * instances : loose, volumes }),
  );
const providerTraits = new Map([
  ['a', traitsOf({ given: {}, discovered: {} })],
  ['b', traitsOf({ given: { cpuArchitecture: 'arm64' }, discovered: {} })],
  ['c', traitsOf({ given: { cpuArchitecture: 'arm64', typeOfStorage: 'object' }, discovered: {} })],
]);
const traits = fc.constantFrom<Unit['traits']>(
  undefined,
  { cpuArchitecture: 'x86' },
  { cpuArchitecture: 'arm64' },
  { typeOfStorage: 'object' },
);
const may = (unit: Unit, id: string): boolean => suits({ providerTraits }, id, unit.traits);
const bindingDemand = fc
  .array(fc.record({ amounts: container, traits }), { minLength: 1, maxLength: 4 })
  .map((units) => demandOf(sumOf(units.map(({ amounts }) => amounts)), { units }));
const providersOf = (entries: readonly { providerId?: string }[]): string[] => [
  ...new Set(entries.flatMap(({ providerId }) => providerId ?? [])),
];

describe('placement', () => {
  it('gives only what is there throughout the window, and every unit whole', () => {
    fc.assert(
      fc.property(world, fc.oneof(anyDemand, containerDemand), smallWindow, (entries, demand, window) => {
        const claims = place(foldOf(entries), demand, window);
        if (!claims) return;
        expect(sumOf(claims.map(({ amounts }) => amounts))).toEqual(demand.amounts);
        expect(new Set(claims.map(({ providerId }) => providerId)).size).toBe(claims.length);
        for (const { providerId, amounts } of claims) {
          expect(isNothing(amounts)).toBe(false);
          for (const name in amounts) {
            expect(amounts[name]).toBeLessThanOrEqual(roomIn(entries, providerId, name, window));
          }
        }
        expect(isWholeUnits(demand, claims)).toBe(true);
      }),
      { numRuns: runs(1500) },
    );
  });

  it('finds a place for equal units whenever there is one', () => {
    fc.assert(
      fc.property(world, evenDemand, smallWindow, (entries, demand, window) => {
        const claims = place(foldOf(entries), demand, window);
        expect(claims !== undefined).toBe(fitsSomehow(entries, demand, window, providersOf(entries)));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('finds a place for units of different sizes whenever there is one', () => {
    fc.assert(
      fc.property(world, fc.oneof(anyDemand, containerDemand), smallWindow, (entries, demand, window) => {
        const claims = place(foldOf(entries), demand, window);
        expect(claims !== undefined).toBe(fitsSomehow(entries, demand, window, providersOf(entries)));
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each<{ rooms: ResourceAmounts[]; demand: ResourceAmounts }>([
    { rooms: [{ cores: 10 }, { cores: 10 }], demand: { cores: 20, instances: 6 } },
    { rooms: [{ cores: 7 }, { cores: 4 }, { cores: 3 }], demand: { cores: 14, instances: 6 } },
    {
      rooms: [
        { cores: 2, ram: 4 },
        { cores: 2, ram: 3 },
      ],
      demand: { cores: 4, ram: 6, instances: 3 },
    },
    // An overdrawn provider backs nothing, and takes nothing from what the others have.
    { rooms: [{ cores: 10 }, { cores: 10 }, { cores: -3 }], demand: { cores: 20, instances: 6 } },
  ])('finds a division of $demand that no order of the providers gives', ({ rooms, demand }) => {
    const entries = rooms.map((room, index) =>
      entry(`p${index}`, 'total', ALWAYS, { ...room, instances: 9 }),
    );
    const claims = place(foldOf(entries), demandOf(demand), ALWAYS) ?? [];
    expect(sumOf(claims.map(({ amounts }) => amounts))).toEqual(demand);
  });

  it('finds no division where the last provider lacks the traits of what is left', () => {
    const entries = [
      entry('a', 'total', ALWAYS, { cores: 3, instances: 9 }),
      entry('b', 'total', ALWAYS, { cores: 5, instances: 9 }),
    ];
    const x86 = { amounts: { cores: 2, instances: 1 }, traits: { cpuArchitecture: 'x86' } };
    const arm = { amounts: { cores: 1, instances: 1 }, traits: { cpuArchitecture: 'arm64' } };
    const demand = demandOf({ cores: 5, instances: 3 }, { units: [x86, x86, arm] });
    expect(place(foldOf(entries), demand, ALWAYS, { providerTraits })).toBeUndefined();
  });

  it('gives up a search that would take too long', () => {
    const entries = Array.from({ length: 40 }, (_, index) =>
      entry(`p${index}`, 'total', ALWAYS, { cores: 50 + (index % 7), instances: 100 }),
    );
    const units = Array.from({ length: 60 }, (_, index) => ({
      amounts: { cores: 29 + (index % 6), instances: 1 },
    }));
    const demand = demandOf(sumOf(units.map(({ amounts }) => amounts)), { units });
    expect(place(foldOf(entries), demand, ALWAYS)).toBeUndefined();
  });

  it('prefers one provider for the whole', () => {
    fc.assert(
      fc.property(world, anyDemand, smallWindow, (entries, demand, window) => {
        const whole = providersOf(entries).some((id) =>
          Object.entries(demand.amounts).every(
            ([name, amount]) => roomIn(entries, id, name, window) >= amount,
          ),
        );
        if (whole) expect((place(foldOf(entries), demand, window) ?? []).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keeps to the providers it is restricted to', () => {
    fc.assert(
      fc.property(
        world,
        evenDemand,
        smallWindow,
        fc.subarray(['a', 'b', 'c']),
        (entries, demand, window, only) => {
          const claims = place(foldOf(entries), demand, window, { only: new Set(only) });
          for (const { providerId } of claims ?? []) expect(only).toContain(providerId);
          const known = providersOf(entries).filter((id) => only.includes(id));
          expect(claims !== undefined).toBe(fitsSomehow(entries, demand, window, known));
        },
      ),
    );
  });

  it('puts each unit on a provider with the traits that it requires, whenever there is room for all', () => {
    fc.assert(
      fc.property(world, bindingDemand, smallWindow, (entries, demand, window) => {
        const claims = place(foldOf(entries), demand, window, { providerTraits });
        const fits = fitsSomehow(entries, demand, window, providersOf(entries), may);
        expect(claims !== undefined).toBe(fits);
        if (claims) expect(isWholeUnits(demand, claims, may)).toBe(true);
      }),
      { numRuns: runs(1500) },
    );
  });

  it('takes a preferred provider where the whole fits, else the fullest', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 9 }),
      entry('b', 'total', ALWAYS, { cores: 5 }),
      entry('c', 'total', ALWAYS, { cores: 7 }),
    ]);
    expect(place(fold, demandOf({ cores: 5 }), ALWAYS)).toEqual([{ providerId: 'b', amounts: { cores: 5 } }]);
    const preferred = place(fold, demandOf({ cores: 5 }), ALWAYS, { prefer: ['c'] });
    expect(preferred).toEqual([{ providerId: 'c', amounts: { cores: 5 } }]);
  });

  it('fills the roomiest providers where it has to split', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 3, instances: 9 }),
      entry('b', 'total', ALWAYS, { cores: 9, instances: 9 }),
      entry('c', 'total', ALWAYS, { cores: 6, instances: 9 }),
    ]);
    expect(place(fold, demandOf({ cores: 12, instances: 4 }), ALWAYS)).toEqual([
      { providerId: 'b', amounts: { cores: 9, instances: 3 } },
      { providerId: 'c', amounts: { cores: 3, instances: 1 } },
    ]);
  });

  it('claims nothing for a demand of nothing, also in a zone without providers', () => {
    expect(place(foldOf([entry('a', 'total', ALWAYS, { cores: 1 })]), demandOf({}), ALWAYS)).toEqual([]);
    expect(place(foldOf([]), demandOf({}), ALWAYS)).toEqual([]);
  });

  it('does not cut a unit: 2 instances of 3 cores do not fit 4 + 2 cores', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 4, instances: 9 }),
      entry('b', 'total', ALWAYS, { cores: 2, instances: 9 }),
    ]);
    expect(place(fold, demandOf({ cores: 6, instances: 2 }), ALWAYS)).toBeUndefined();
    expect(place(fold, demandOf({ cores: 6, instances: 3 }), ALWAYS)).toHaveLength(2);
    expect(place(fold, demandOf({ cores: 6 }), ALWAYS)).toHaveLength(2);
  });
});

describe('claims that are kept', () => {
  it('fit only if each of them fits where it is', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 4 }),
      entry('b', 'total', ALWAYS, { cores: 9 }),
      entry('b', 'reserved', { start: 10, end: 20 }, { cores: 6 }),
    ]);
    const claims = [
      { providerId: 'a', amounts: { cores: 4 } },
      { providerId: 'b', amounts: { cores: 4 } },
    ];
    expect(claimsFit(fold, claims, { start: 0, end: 10 })).toBe(true);
    expect(claimsFit(fold, claims, { start: 0, end: 11 })).toBe(false);
  });
});
