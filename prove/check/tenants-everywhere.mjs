import { isThere } from './questions.mjs';
import { excess, isHeld } from './tenants.mjs';

/**
 * Limits of tenants over all zones. The service decides the requests of such a tenant one after the other, so the moments at which
 * their entries were written are in the order of the decisions.
 */
export class TenantsEverywhere {
  #limits;
  #changes = [];
  #walks = [];

  /** @param limits tenant → class → the most that it may hold in all zones at any instant */
  constructor(limits = {}) {
    this.#limits = limits;
  }

  /** Whether a tenant has a limit over all zones. */
  hasLimit(tenant) {
    return tenant in this.#limits;
  }

  /**
   * A reservation was made or changed by a request that its tenant's limit may have refused.
   *
   * @param before the state that was changed; absent if it is new in the zone, as one that moves into it is
   */
  changed(walk, group, id, now, before) {
    const { tenant, amounts, start, end } = walk.reservations.get(id);
    if (!(tenant in this.#limits)) return;
    const window = { start: Math.max(start, now), end };
    this.#changes.push({ walk, group, index: walk.groups.length, id, tenant, amounts, window, now, before });
  }

  /** P1: after each change its tenant is within the limit. */
  problems(walks, count) {
    this.#walks = walks;
    count('limits over all zones', this.#changes.length);
    return this.#changes.flatMap((change) => {
      const { tenant, amounts, window, before = this.#left(change) } = change;
      const found = excess(this.#limits[tenant], amounts, window, this.#others(change), before);
      return found ? [problemOf(change, found)] : [];
    });
  }

  /** The state of a reservation that has moved in the zone that it left; undefined for a new one. */
  #left({ walk, group, id }) {
    const at = momentOf(group);
    const states = this.#walks
      .filter((other) => other !== walk)
      .flatMap(({ reservations, groups }) =>
        (reservations.get(id)?.history ?? [])
          .filter(isThere)
          .map((state) => ({ state, moment: momentOf(groups[state.group]) })),
      );
    const earlier = states.filter(({ moment }) => moment < at);
    return earlier.toSorted((a, b) => b.moment - a.moment).at(0)?.state;
  }

  /**
   * The tenant's other reservations in all zones at a change. One that came back from conflict does not count: it is admitted above
   * the limit, too, and not by a request of the tenant.
   */
  #others({ walk, group, index, id, tenant, now }) {
    const at = momentOf(group);
    return this.#walks.flatMap((other) => {
      const isBefore = (state) =>
        other === walk ? state.group <= index : momentOf(other.groups[state.group]) < at;
      return statesOf(other, tenant, id)
        .map((history) => history.findLast(isBefore))
        .filter((state) => isHeld(state, now) && state.cameBack === undefined);
    });
  }

  /**
   * P3: whether a request may have been refused for the limit: whether all that the tenant may have held at some moment between call
   * and answer exceeds it together with the request.
   */
  mayExceed({ tenant, id, amounts, window }, attempt) {
    if (!(tenant in this.#limits)) return false;
    const seconds = { from: attempt.w / 1000, until: attempt.returned.w / 1000 };
    const held = this.#walks.flatMap((walk) =>
      statesOf(walk, tenant, id).flatMap((history) => heldWithin(walk, history, seconds)),
    );
    return excess(this.#limits[tenant], amounts, window, held) !== undefined;
  }
}

function problemOf({ walk, group, tenant }, found) {
  const operations = group.operation ? [group.operation] : [];
  const text = `tenant ${tenant} holds in all zones ${found}`;
  return { property: 'P1', zone: walk.zone.zone, text, operations, entries: group.entries };
}

/** The histories of a tenant's reservations in a zone, of all but one. */
function statesOf(walk, tenant, but) {
  return [...walk.idsOf(tenant)].filter((id) => id !== but).map((id) => walk.reservations.get(id).history);
}

/** When a group was written, in seconds. */
function momentOf({ entries: [{ at }] }) {
  return at;
}

/** For so long after the writing of an entry may others see the state before it: its transaction may commit late. */
const SECONDS_UNTIL_COMMITTED = 40;

/** The most that a reservation may have held within some seconds: one state, or none. */
function heldWithin(walk, history, { from, until }) {
  const states = history.filter((state, index) => {
    const next = history[index + 1];
    const ends = next ? momentOf(walk.groups[next.group]) + SECONDS_UNTIL_COMMITTED : Infinity;
    return isHeld(state, -Infinity) && momentOf(walk.groups[state.group]) <= until && from <= ends;
  });
  if (states.length === 0) return [];
  const names = new Set(states.flatMap(({ amounts }) => Object.keys(amounts)));
  const most = (name) => Math.max(...states.map(({ amounts }) => amounts[name] ?? 0));
  return [
    {
      start: Math.min(...states.map(({ start }) => start)),
      end: Math.max(...states.map(({ end }) => end)),
      amounts: Object.fromEntries([...names].map((name) => [name, most(name)])),
    },
  ];
}
