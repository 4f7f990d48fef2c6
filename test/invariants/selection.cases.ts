import fc from 'fast-check';
import { newId } from '../../src/kernel/identifiers.js';
import { Caller, wire } from '../support/calls.js';
import { SelectionModel, type Kind, type Query, type Thing } from '../support/selection-model.js';
import { plan, SelectionWorld } from '../support/selection-world.js';
import { startService, type RunningService } from '../support/service.js';
import { runs } from '../support/runs.js';

/** `FAST_CHECK_RUNS` changes the number, see `runs`. */
const RUNS = runs(8);
const CLASSES = ['cores', 'ram', 'instances'];

/** Indexes of existing items, with the right kind, a wrong kind or none. */
const reference = fc.tuple(
  fc.nat(30),
  fc.constantFrom('', '', 'own', 'own', 'ResourcePool', 'ResourceReservation'),
);
const noneOr = (maxLength: number) =>
  fc.oneof(fc.array(reference, { maxLength: 0 }), fc.array(reference, { maxLength }));
const query = fc.record({
  metric: fc.constantFrom('total' as const, 'reserved' as const, 'usage' as const, 'available' as const),
  without: noneOr(4),
  some: noneOr(4),
  every: noneOr(2),
  start: fc.option(fc.integer({ min: -20, max: 60 }), { nil: undefined }),
  length: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constant(Infinity)),
  scope: fc.constantFrom('inclusive' as const, 'inclusive' as const, 'exclusive' as const),
});

describe('query-capacity', () => {
  let service: RunningService;
  let caller: Caller;
  let zones = 0;
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it('selects, leaves out and adds up as a plain model does, whatever without, some and every name', async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.array(query, { minLength: 25, maxLength: 25 }), async (planned, asked) => {
        const zone = `zone-${++zones}`;
        const world = new SelectionWorld(service, caller, zone);
        await world.build(planned);
        const { providers, things } = world;
        const named: [Kind, string][] = [
          ...providers.map((id): [Kind, string] => ['ResourceProvider', id]),
          ...things.map(({ kind, id }): [Kind, string] => [kind, id]),
        ];
        const textOf = ([index, form]: [number, string]): string => {
          const [kind, id] = named[index] ?? ['ResourcePool', newId()];
          return form === '' ? id : `${form === 'own' ? kind : form}:${id}`;
        };
        const now = service.clock.now();
        for (const { start: from, length, without, some, every, ...rest } of asked) {
          const start = from === undefined ? undefined : now + from;
          const window = { start, end: (start ?? now) + length };
          const lists = { without: without.map(textOf), some: some.map(textOf), every: every.map(textOf) };
          await expectAsModelled(zone, { ...rest, ...lists, window }, things);
        }
      }),
      // Smaller failing plans would take more time to find than a test has.
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  async function expectAsModelled(zone: string, query: Query, things: readonly Thing[]): Promise<void> {
    const { metric, without, some, every, window, scope } = query;
    const { start, end } = wire({ start: window.start ?? 0, end: window.end });
    const { body: answer } = await caller.post('/query-capacity', {
      capacity: metric,
      zone,
      without,
      elements: { some, every },
      window: { start: window.start === undefined ? undefined : start, end, scope },
    });
    const model = new SelectionModel(query, things, service.clock.now());
    const rows = (answer.utilization as any[]).map((row) => ({
      ...row,
      at: Date.parse(row.timestamp) / 1000,
    }));
    const instants = [...new Set([...model.instants(), ...rows.map(({ at }) => at as number)])].sort(
      (a, b) => a - b,
    );
    const shown = instants.map((at) => {
      const row = rows.findLast((each) => each.at <= at);
      return [at, row?.count ?? 0, ...CLASSES.map((name) => (row?.capacity[name] as number) ?? 0)];
    });
    const modelled = instants.map((at) => [
      at,
      model.countAt(at),
      ...CLASSES.map((name) => model.figureAt(at, name)),
    ]);
    expect({ query, collections: [...answer.collections].sort(), shown }).toEqual({
      query,
      collections: model.listed(),
      shown: modelled,
    });
  }
});
