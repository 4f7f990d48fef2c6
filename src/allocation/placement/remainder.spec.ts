import { traitsOf } from '../../kernel/traits.js';
import type { Unit } from './demand.js';
import { remainderOf } from './remainder.js';

const X86 = { cpuArchitecture: 'x86' };
const ARM = { cpuArchitecture: 'arm64' };
const providerTraits = new Map([
  ['x', traitsOf({ given: X86, discovered: {} })],
  ['a', traitsOf({ given: ARM, discovered: {} })],
]);
const container = (cores: number, traits?: Unit['traits']) => ({
  amounts: { cores, instances: 1 },
  traits,
  description: {},
});
const drawn = (providerId: string, cores: number) => ({ providerId, amounts: { cores, instances: 1 } });

/** The remainder of containers after some instances: [cores, architecture] of each unit, and the loose amounts. */
const left = (containers: ReturnType<typeof container>[], ...instances: ReturnType<typeof drawn>[]) => {
  const cores = containers.reduce((sum, { amounts }) => sum + amounts.cores, 0);
  const amounts = { cores, instances: containers.length };
  const { units, loose } = remainderOf({ amounts, containers }, instances, { providerTraits });
  const shapes = units.flatMap(({ amounts: unit, count, traits }) =>
    new Array(count).fill([unit.cores, traits?.cpuArchitecture]),
  );
  return { shapes, loose };
};

describe('what is left of a reservation that instances draw on', () => {
  it('is the containers whose place no instance has taken, each with its size', () => {
    const four = [container(8), container(8), container(2), container(2)];
    expect(left(four, drawn('x', 8), drawn('x', 2)).shapes).toEqual([
      [8, undefined],
      [2, undefined],
    ]);
    expect(left(four).shapes).toHaveLength(4);
  });

  it("loses the container of an instance's size, else one that it fits into, whatever their order", () => {
    const sizes = (order: number[], drawnCores: number) =>
      left(
        order.map((cores) => container(cores)),
        drawn('x', drawnCores),
      ).shapes.map(([cores]) => cores);
    expect(sizes([2, 8, 4], 4)).toEqual([8, 2]);
    expect(sizes([8, 4, 2], 2)).toEqual([8, 4]);
    expect(left([container(2), container(8)], drawn('x', 5))).toEqual({
      shapes: [[2, undefined]],
      loose: { cores: 3 },
    });
  });

  it('keeps the traits of containers that an instance on its provider cannot have replaced', () => {
    const mixed = [container(4, X86), container(4, ARM)];
    expect(left(mixed, drawn('x', 4)).shapes).toEqual([[4, 'arm64']]);
    expect(left(mixed, drawn('a', 4)).shapes).toEqual([[4, 'x86']]);
    expect(left([container(4, X86), container(2, ARM)], drawn('a', 4)).shapes).toEqual([[2, 'x86']]);
    expect(left(mixed, drawn('a', 1))).toEqual({ shapes: [[4, 'x86']], loose: { cores: 3 } });
  });

  it('is shared by the containers that are left where an instance is larger than its own', () => {
    const three = [container(4, X86), container(4, X86), container(4, ARM)];
    expect(left(three, drawn('x', 6))).toEqual({
      shapes: [
        [3, 'x86'],
        [3, 'arm64'],
      ],
      loose: {},
    });
  });

  it('is divided again where there are no containers', () => {
    const amounts = { cores: 7, instances: 3 };
    const { units } = remainderOf({ amounts, traits: ARM }, [drawn('a', 1)], { providerTraits });
    expect(units).toEqual([{ amounts: { cores: 3, instances: 1 }, count: 2 }]);
  });
});
