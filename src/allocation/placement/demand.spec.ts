import fc from 'fast-check';
import { amountsUpTo } from '../../../test/support/folds.js';
import { isNothing, plus, sumOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { demandOf, type Demand } from './demand.js';

const allUnits = ({ units }: Demand): ResourceAmounts[] =>
  units.flatMap(({ amounts, count }) => Array.from({ length: count }, () => amounts));

const requested = amountsUpTo({
  cores: 20,
  ram: 40,
  instances: 6,
  volumes: 5,
  gigabytes: 9,
  addresses: 3,
  gpus: 7,
});

describe('the demand of a reservation', () => {
  it('is the sum of its units and its loose amounts', () => {
    fc.assert(
      fc.property(requested, (amounts) => {
        const demand = demandOf(amounts);
        expect(demand.amounts).toEqual(amounts);
        expect(plus(sumOf(allUnits(demand)), demand.loose)).toEqual(amounts);
      }),
    );
  });

  it('has one unit per instance, of which no two differ by more than 1 in any class', () => {
    fc.assert(
      fc.property(requested, (amounts) => {
        const units = allUnits(demandOf(amounts));
        expect(units).toHaveLength(amounts.instances ?? 0);
        for (const name of Object.keys(amounts)) {
          const shares = units.map((unit) => unit[name] ?? 0);
          if (shares.length > 0) expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        }
        for (const unit of units) expect(unit.instances).toBe(1);
      }),
    );
  });

  it('spreads remainders over the first units', () => {
    expect(demandOf({ cores: 7, ram: 8, instances: 3 }).units).toEqual([
      { amounts: { cores: 3, ram: 3, instances: 1 }, count: 1 },
      { amounts: { cores: 2, ram: 3, instances: 1 }, count: 1 },
      { amounts: { cores: 2, ram: 2, instances: 1 }, count: 1 },
    ]);
  });

  it('leaves everything loose when there are no instances', () => {
    expect(demandOf({ cores: 7, ram: 0, volumes: 2 })).toEqual({
      amounts: { cores: 7, volumes: 2 },
      units: [],
      loose: { cores: 7, volumes: 2 },
    });
  });

  it('keeps the classes that no instance uses out of the units', () => {
    const ofNoInstance = {
      addresses: 3,
      volumes: 1,
      snapshots: 1,
      networks: 1,
      ports: 2,
      routers: 1,
      subnets: 4,
    };
    const { units, loose } = demandOf({ cores: 4, instances: 2, ...ofNoInstance });
    expect(units).toEqual([{ amounts: { cores: 2, instances: 1 }, count: 2 }]);
    expect(loose).toEqual(ofNoInstance);
  });

  it('takes containers as they are, equal ones together, largest first', () => {
    const container = amountsUpTo({ cores: 3, ram: 2, gigabytes: 1 }).map((amounts) => ({
      ...amounts,
      instances: 1,
    }));
    fc.assert(
      fc.property(fc.array(container, { minLength: 1, maxLength: 8 }), (containers) => {
        const demand = demandOf(sumOf(containers), { units: containers.map((amounts) => ({ amounts })) });
        const sorted = (all: readonly ResourceAmounts[]): string[] =>
          all.map((amounts) => JSON.stringify(Object.entries(amounts).sort())).sort();
        expect(sorted(allUnits(demand))).toEqual(sorted(containers));
        expect(isNothing(demand.loose)).toBe(true);
        const sizes = demand.units.map(({ amounts }) =>
          Object.values(amounts).reduce((sum, value) => sum + value, 0),
        );
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
        expect(new Set(sorted(demand.units.map(({ amounts }) => amounts))).size).toBe(demand.units.length);
      }),
    );
  });
});
