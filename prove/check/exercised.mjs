import { exercisedBeyond } from './exercised-beyond.mjs';

/** Number of events in a round by kind. The names are fixed: a kind that did not occur is printed with a zero. */
export function exercised({ zones, operations }, walks, round) {
  const done = operations.filter(({ outcome }) => outcome === 'ok');
  const of = (kind, isIt = () => true) => done.filter((one) => one.kind === kind && isIt(one)).length;
  const lives = walks.flatMap(({ reservations }) => [...reservations.values()]);
  const states = lives.flatMap(({ history }) => history);
  const born = zones.filter(({ kind }) => kind === 'born');
  const hasElement = (kind) => (one) => one.p.elements?.some((element) => element.startsWith(kind));
  const subscribed = (isIt) => of('subscribe', isIt);
  const refused = operations.filter(({ outcome }) => outcome === 'refused');
  const outs = operations.flatMap(({ kind, p, attempts }) =>
    attempts.map(({ returned }) => ({
      kind,
      p,
      out: returned?.out,
      code: returned?.code,
      why: returned?.why,
    })),
  );
  return new Map([
    ['zones born', born.filter(({ entries, providers }) => entries.length + providers.length > 0).length],
    ['providers born', born.reduce((sum, { providers }) => sum + providers.length, 0)],
    [
      'providers registered again',
      of('provider') -
        new Set(done.filter(({ kind }) => kind === 'provider').map(({ p }) => p.endpoint)).size,
    ],
    [
      'pools of zones born',
      born.reduce((sum, { entries }) => sum + entries.filter(({ m }) => m === 'total').length, 0),
    ],
    [
      'asked of a zone before it existed',
      refused.filter(({ p, called }) => round.births.mayBeUnknown(p.zone, { n: called })).length,
    ],
    ['asked of a zone that was empty', emptied(zones, operations)],
    ['reservations for any zone', of('create', ({ p }) => p.zone === undefined)],
    ['figures of the whole service', of('figures', ({ p }) => p.zone === undefined)],
    ['shapes of the whole service', of('shapes', ({ p }) => p.zone === undefined)],
    ['utilization of the whole service', of('utilization', ({ p }) => p.zone === undefined)],
    ['lists of the whole service', of('listing', ({ p }) => p.zone === undefined)],
    ['utilization by elements', of('utilization', ({ p }) => p.some || p.every)],
    ['utilization without something', of('utilization', ({ p }) => p.without)],
    ['lists by elements', of('listing', ({ p }) => p.some || p.every)],
    ['lists without something', of('listing', ({ p }) => p.without)],
    [
      'subscriptions to capacity of a zone',
      subscribed(({ p }) => p.of === 'capacity' && p.zone !== undefined),
    ],
    [
      'subscriptions to capacity of the whole service',
      subscribed(({ p }) => p.of === 'capacity' && p.zone === undefined),
    ],
    ['subscriptions with a condition', subscribed(({ p }) => p.condition)],
    ['subscriptions while there was nothing', whileEmpty(zones, done)],
    ['subscriptions to some reservations', subscribed(({ p }) => p.ids?.length > 0)],
    ['subscriptions to all reservations', subscribed(({ p }) => p.ids?.length === 0)],
    ['subscriptions of tenants', subscribed(({ p }) => p.tenant !== undefined)],
    ['subscriptions ended', of('unsubscribe')],
    ...['pool', 'containers', 'network', 'storage', 'mixed', 'nothing'].map((form) => [
      `reservations of the form ${form}`,
      of('create', ({ p }) => p.form === form),
    ]),
    ...['pool', 'containers', 'network', 'storage', 'mixed'].map((form) => [
      `moves of the form ${form}`,
      of('move', ({ p }) => p.form === form),
    ]),
    ['moves of reservations in conflict', movedIn(states, ({ status }) => status === 'conflict')],
    ['moves of reservations with elements', movedIn(states, ({ elements }) => elements?.length > 0)],
    [
      'moves refused as it is protected',
      outs.filter(({ kind, code }) => kind === 'move' && code === 'protected').length,
    ],
    ['reservations tied to a provider', of('create', hasElement('ResourceProvider'))],
    ['reservations tied to a pool', of('create', hasElement('ResourcePool'))],
    ['reservations that protect a reservation', of('create', hasElement('ResourceReservation'))],
    ['reservations that protect an instance', of('create', hasElement('ResourceAllocation'))],
    [
      'instances that were protected',
      outs.filter(({ kind, out }) => kind === 'destroy' && out === 'conflict').length,
    ],
    ['reservations that require traits', of('create', ({ p }) => p.traits)],
    ['updates of one part of a mixed reservation', of('update', ({ p }) => p.shown)],
    ['updates to another form, refused', refused.filter(({ p }) => p.isOtherForm).length],
    ['reservations of tenants', of('create', ({ p }) => p.tenant !== undefined)],
    ['reservations that tenants made themselves', of('create', ({ p }) => p.isOwn)],
    [
      'refused for a limit over all zones',
      outs.filter(({ why }) => why?.includes(' in all zones at ')).length,
    ],
    ['trespasses', outs.filter(({ kind, out }) => kind === 'trespass' && out === 'error').length],
    ['requests repeated after their answer', repeated(operations)],
    ['address ranges', of('increase', ({ p }) => p.publicIps)],
    ['address ranges named again', named(done)],
    ['keys of two tenants', keysOfTwo(done)],
    [
      'keys used for something else',
      outs.filter(({ kind, out }) => kind === 'clash' && out === 'error').length,
    ],
    [
      'address ranges of another zone',
      outs.filter(({ kind, out }) => kind === 'increase' && out === 'conflict').length,
    ],
    ['reservations in conflict', states.filter(({ status }) => status === 'conflict').length],
    ['decreases by force', of('decrease', ({ p }) => p.force)],
    ...exercisedBeyond({ operations, outs, of }, lives),
  ]);
}

/** Number of operations that were acknowledged before the ledger of their zone had an entry. */
function emptied(zones, operations) {
  const firsts = new Map(zones.map(({ zone, entries, operations: own }) => [zone, firstOf(entries, own)]));
  return operations.filter(({ p, acknowledged, attempts }) => {
    const first = firsts.get(p.zone);
    return first !== undefined && acknowledged < first && attempts.length > 0;
  }).length;
}

/** The earliest moment at which a zone can have had an entry; `Infinity` if it has none. */
function firstOf(entries, operations) {
  if (entries.length === 0) return Infinity;
  const increases = operations.filter(({ kind, outcome }) => kind === 'increase' && outcome !== 'refused');
  return Math.min(Infinity, ...increases.map(({ called }) => called));
}

function whileEmpty(zones, done) {
  const firsts = new Map(zones.map(({ zone, entries, operations }) => [zone, firstOf(entries, operations)]));
  const isEarly = ({ p, acknowledged }) =>
    p.zone === undefined
      ? [...firsts.values()].some((first) => acknowledged < first)
      : acknowledged < firsts.get(p.zone);
  return done.filter((one) => one.kind === 'subscribe' && one.p.of === 'capacity' && isEarly(one)).length;
}

/** Number of moves away from a zone by reservations in a given state. */
function movedIn(states, isIt) {
  const left = states.filter(({ status }) => status === 'moved');
  return left.filter((state) => isIt(state.left ?? {})).length;
}

function repeated(operations) {
  return operations.reduce((sum, { attempts }) => {
    const first = attempts.findIndex(({ returned }) => returned?.out === 'ok');
    return first < 0 ? sum : sum + (attempts.length - first - 1);
  }, 0);
}

/** Number of increases that name a range twice or name one that an earlier increase has named. */
function named(done) {
  const seen = new Set();
  return done.filter(({ p: { zone, publicIps = [] } }) => {
    const isAgain = publicIps.some(
      (range, index) => seen.has(`${zone} ${range}`) || publicIps.indexOf(range) < index,
    );
    for (const range of publicIps) seen.add(`${zone} ${range}`);
    return isAgain;
  }).length;
}

function keysOfTwo(done) {
  const tenants = new Map();
  for (const { key, p } of done) {
    if (key === undefined) continue;
    const own = tenants.get(key) ?? new Set();
    tenants.set(key, own.add(p.tenant));
  }
  return [...tenants.values()].filter(({ size }) => size > 1).length;
}
