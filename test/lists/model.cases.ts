import { wholeList } from '../support/pages.js';
import { Random } from '../support/random.js';
import { seedLists } from '../support/seeded-lists.js';
import { startService, type RunningService } from '../support/service.js';

type Item = Record<string, any>;
type Filters = Record<string, string | string[]>;

/** For other and more combinations: LISTS_SEED=3 LISTS_COMBINATIONS=500 npx jest test/lists */
const SEED = Number(process.env.LISTS_SEED ?? 7);
const COUNT = 2000;
const COMBINATIONS = Number(process.env.LISTS_COMBINATIONS ?? 60);
/** All items of each list in order, and the provider that backs each reservation. */
const everything: Record<string, Item[]> = {};
const backers = new Map<string, string>();

/** The documented rule, applied to items: in force at some instant in `[from, to)`. */
function isInForce({ start, end, ended }: Item, from?: string, to?: string): boolean {
  const last = [end, ended].filter(Boolean).sort().at(0) as string | undefined;
  if (last !== undefined && last <= start) return false;
  return (from === undefined || last === undefined || last > from) && (to === undefined || start < to);
}

function hasLabel({ labels = {} }: Item, label: string): boolean {
  const [key, value] = label.split(':');
  return Object.hasOwn(labels as object, key) && (value === undefined || labels[key] === value);
}

function matches(item: Item, { from, to, label, provider, reservation, ...same }: Filters): boolean {
  const times = from === undefined && to === undefined;
  return (
    Object.entries(same).every(([name, value]) => item[name] === value) &&
    (times || isInForce(item, from as string | undefined, to as string | undefined)) &&
    [label ?? []].flat().every((wanted) => hasLabel(item, wanted)) &&
    (provider === undefined || (item.providerId ?? backers.get(item.reservationId as string)) === provider) &&
    (reservation === undefined || item.reservationId === reservation)
  );
}
const id = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

function queryOf(filters: Filters, more: Record<string, string>): string {
  const pairs = Object.entries({ ...filters, ...more }).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

describe('model', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    await seedLists(service.dataSource, new Date(service.clock.now() * 1000), COUNT);
    for (const list of ['reservations', 'instances', 'pools', 'deliveries']) {
      everything[list] = (await wholeList(service, `/${list}?limit=1000`)).items;
      expect(everything[list]).toHaveLength(COUNT);
    }
    const claims = await service.dataSource.query<Item[]>(`select reservation_id, provider_id from claims`);
    for (const claim of claims) backers.set(claim.reservation_id as string, claim.provider_id as string);
  });

  afterAll(() => service.stop());

  const hours = (count: number): string =>
    new Date((service.clock.now() + count * 3600) * 1000).toISOString().replace('.000', '');

  /** The filters of each list, with values that match many, few or no items. */
  function choices(random: Random): Record<string, Record<string, () => string | string[]>> {
    const shared = {
      zone: () => random.pick(['zone-1', 'zone-7', 'zone-20']),
      provider: () => id(random.integer(1, 21)),
      from: () => hours(random.integer(-3000, 2500)),
      to: () => hours(random.integer(-3000, 2500)),
    };
    const marks = {
      name: () => `name-${random.integer(0, 30) * 100}`,
      label: () =>
        random.pick<string | string[]>(['all', 'team:team-100', 'none', ['all', 'team:team-4'], 'team:']),
    };
    return {
      reservations: {
        ...shared,
        ...marks,
        tenant: () => `tenant-${random.integer(0, 10)}`,
        kind: () => random.pick(['compute', 'network', 'storage', 'mixed']),
        state: () => random.pick(['initialized', 'active', 'expired', 'terminated', 'conflict']),
      },
      instances: {
        ...shared,
        ...marks,
        reservation: () => id(random.integer(1, COUNT)),
        state: () => random.pick(['pending', 'active', 'deleting', 'deleted', 'error']),
      },
      pools: shared,
      deliveries: { state: () => random.pick(['delivered', 'waiting', 'dead', 'kept']) },
    };
  }

  function drawn(random: Random, list: string): Filters {
    const all = Object.entries(choices(random)[list]);
    const wanted = all.filter(() => random.chance(2 / all.length));
    const filters = Object.fromEntries(wanted.map(([name, value]) => [name, value()]));
    if (filters.from !== undefined && filters.to !== undefined && filters.from >= filters.to)
      delete filters.to;
    return filters;
  }

  it.each(['reservations', 'instances', 'pools', 'deliveries'])(
    'GET /%s gives what its filters say, whichever are combined, in either order and page by page',
    async (list) => {
      const random = new Random(SEED);
      let found = 0;
      for (let turn = 0; turn < (list === 'reservations' ? COMBINATIONS : COMBINATIONS / 3); turn += 1) {
        const filters = drawn(random, list);
        const order = random.pick(['asc', 'desc']);
        const limit = random.pick(['7', '1000']);
        const path = `/${list}?${queryOf(filters, { order, limit })}`;
        const expected = everything[list].filter((item) => matches(item, filters));
        if (order === 'desc') expected.reverse();
        if (expected.length > 0) found += 1;
        if (expected.length > 300 && limit === '7') continue;
        expect([path, (await wholeList(service, path)).items]).toEqual([path, expected]);
      }
      expect(found).toBeGreaterThan(5);
    },
    120_000,
  );
});
