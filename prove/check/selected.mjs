import { liveAt, reservationAt } from './questions.mjs';

const SIGNS = {
  total: { total: 1 },
  reserved: { reserved: 1 },
  allocated: { allocated: 1 },
  available: { total: 1, reserved: -1, allocated: -1 },
};

/**
 * The selection by `some`, `every` and `without` of a query in a zone, after the first `done` groups of its ledger. An instance
 * counts as an element of the reservation it draws on, a provider as an element of its pools.
 */
export class Selected {
  #context;
  #some;
  #every;
  #without;

  constructor(context, { some = [], every = [], without = [] }) {
    this.#context = context;
    this.#some = some;
    this.#every = every;
    this.#without = new Set(without);
  }

  get isNarrowed() {
    return this.#some.length + this.#every.length > 0;
  }

  leavesOut(kind, id) {
    return this.#without.has(`${kind}:${id}`);
  }

  /** Whether a reservation is selected. A reservation that lies only on left-out providers is left out, too. */
  hasReservation(id, held) {
    if (this.leavesOut('ResourceReservation', id)) return false;
    if (this.#without.size > 0 && this.#isOnLeftOut(id, held)) return false;
    return this.#matches((element) => held.elements.includes(element) || this.#drawsOn(id, element));
  }

  /** Whether the owner of a ledger entry is selected. */
  hasOwner({ m, o, p }) {
    if (m === 'total')
      return (
        !this.leavesOut('ResourcePool', o) && this.#matches((element) => element === `ResourceProvider:${p}`)
      );
    if (m === 'allocated')
      return (
        !this.leavesOut('ResourceAllocation', o) &&
        this.#matches((element) => element === `ResourceAllocation:${o}`)
      );
    const held = reservationAt(this.#context.walk, o, this.#context.done);
    return held !== undefined && this.hasReservation(o, held);
  }

  hasProvider(provider) {
    const isNamed = this.#matches((element) => element === `ResourceProvider:${provider}`);
    return isNamed && !this.leavesOut('ResourceProvider', provider);
  }

  #matches(has) {
    return (this.#some.length === 0 || this.#some.some(has)) && this.#every.every(has);
  }

  #drawsOn(id, element) {
    const [kind, instance] = element.split(':');
    return kind === 'ResourceAllocation' && this.#isDrawn(id, this.#context.walk.instanceLives.get(instance));
  }

  #isDrawn(id, life) {
    const { done } = this.#context;
    return life?.reservation === id && life.from < done && done <= life.until;
  }

  /** A reservation that holds nothing counts as lying on the providers its elements tie it to. */
  #isOnLeftOut(id, { held, elements }) {
    const { walk } = this.#context;
    const lives = [...walk.instanceLives.values()].filter((life) => this.#isDrawn(id, life));
    const backing = [...new Set([...held.keys(), ...lives.map(({ provider }) => provider)])];
    const providers = backing.length > 0 ? backing : (walk.round.elements.providersOf(elements) ?? []);
    return providers.length > 0 && providers.every((one) => this.leavesOut('ResourceProvider', one));
  }
}

/**
 * A figure of a zone for a selection. With `some` or `every` it is the sum of the selected pools, reservations or instances;
 * `available` is that of the selected providers. Otherwise it is that of the zone as if the left-out elements did not exist: the
 * draw of a left-out instance counts as held by its reservation.
 *
 * @returns a function of a class, the index in the arrays and its instant
 */
export function valuesOf({ zone, walk, done, state }, asked, figure) {
  const selected = new Selected({ walk, done }, asked);
  const entries = entriesUpTo(zone, walk, done).filter(({ p }) => !selected.leavesOut('ResourceProvider', p));
  const isOfOwners = selected.isNarrowed && figure !== 'available';
  const providers = zone.providers.filter((one) =>
    selected.isNarrowed ? selected.hasProvider(one) : !selected.leavesOut('ResourceProvider', one),
  );
  const isCounted = isOfOwners ? () => true : ({ p }) => providers.includes(p);
  const left = entries.filter((entry) => isCounted(entry) && isLeftOut(selected, entry));
  const returned = left.flatMap((entry) => heldInstead({ walk, done }, selected, isOfOwners, entry));
  const own = isOfOwners ? entries.filter((entry) => selected.hasOwner(entry)) : [];
  const sign = SIGNS[figure];
  return (name, index, instant) => {
    if (isOfOwners) return sumAt([...own, ...returned], name, instant, sign);
    const there = providers.reduce(
      (sum, provider) => sum + (index < 0 ? 0 : state.figuresOf(provider, name)[figure][index]),
      0,
    );
    return there - sumAt(left, name, instant, sign) + sumAt(returned, name, instant, sign);
  };
}

/** The ledger figures whose owners a metric counts, besides reservations. */
const COUNTED = { total: ['total'], reserved: [], usage: ['allocated'], available: ['total', 'allocated'] };

/** The number of selected collections of a metric, as a function of the instant. */
export function countsOf({ zone, walk, done }, { metric, ...asked }) {
  const selected = new Selected({ walk, done }, asked);
  const owners = new Map();
  for (const entry of entriesUpTo(zone, walk, done)) {
    const known = owners.get(entry.o);
    // A later entry of the same owner ends it.
    if (COUNTED[metric].includes(entry.m) && entry.k !== 'provider')
      owners.set(entry.o, known ? { ...known, t: entry.s } : entry);
  }
  const isFree = ({ o }) => walk.instanceLives.get(o)?.reservation === undefined;
  const isCounted = (entry) =>
    !selected.leavesOut('ResourceProvider', entry.p) &&
    selected.hasOwner(entry) &&
    (metric !== 'available' || isFree(entry));
  const isReserved = metric === 'reserved' || metric === 'available';
  const held = [...(isReserved ? liveAt(walk, done) : [])].filter(
    ([id, one]) => one.status !== 'waiting' && selected.hasReservation(id, one),
  );
  const windows = [
    ...[...owners.values()].filter(isCounted),
    ...held.map(([, { start, end }]) => ({ s: start, t: end })),
  ];
  return (instant) => windows.filter(({ s, t }) => s <= instant && instant < t).length;
}

const KIND_OF = { total: 'ResourcePool', reserved: 'ResourceReservation', allocated: 'ResourceAllocation' };

function isLeftOut(selected, { m, o }) {
  return selected.leavesOut(KIND_OF[m], o);
}

function entriesUpTo(zone, walk, done) {
  const last = walk.groups[done - 1]?.entries.at(-1).q ?? 0;
  return zone.entries.slice(0, last);
}

function heldInstead({ walk, done }, selected, isOfOwners, entry) {
  const { reservation } = (entry.m === 'allocated' && walk.instanceLives.get(entry.o)) || {};
  if (reservation === undefined || selected.leavesOut('ResourceReservation', reservation)) return [];
  const held = reservationAt(walk, reservation, done);
  if (held?.status !== 'admitted') return [];
  return isOfOwners && !selected.hasReservation(reservation, held) ? [] : [{ ...entry, m: 'reserved' }];
}

function sumAt(entries, name, instant, sign) {
  return entries.reduce((sum, { m, s, t, x }) => {
    const isOn = s <= instant && instant < t && x[name] !== undefined;
    return isOn ? sum + (sign[m] ?? 0) * x[name] : sum;
  }, 0);
}
