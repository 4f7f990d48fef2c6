import { Cursor } from '../cursor.mjs';
import { Holdings } from '../holdings.mjs';
import { Moments } from '../moments.mjs';
import { Operations } from '../operations.mjs';
import { State } from '../state.mjs';
import { timeProblems } from '../time.mjs';
import { capacityChanged } from './capacity.mjs';
import { instanceEntered } from './instances.mjs';
import { checkHoldsOver } from './notes.mjs';
import { reservationEntered } from './reservations.mjs';
import { checkNoneLeft } from './unbacked.mjs';

/**
 * Reads a zone's ledger from its first entry to its last and finds the operation behind each effect. It keeps a model of every
 * reservation and instance, derived from the requests alone, and compares the entries with it. The other files of this directory
 * interpret the kinds of entries.
 *
 * A group is the entries of one operation and of its consequences: reservations displaced by force, and others that are admitted.
 */
export class Walk {
  groups = [];
  problems = [];
  reservations = new Map();
  /** Entries of a decision after which those that hold nothing are not tried yet. */
  untried = [];
  /** Instances that are live at the current point of the ledger. */
  instances = new Map();
  instanceLives = new Map();
  /** `pools`: pool entries, each with `endedBy`, the group that ended it early. `retirements`: retired providers with their groups. */
  pools = new Map();
  retirements = [];
  /** `unbacked`: reservations that hold nothing. `holds`: reservations that are released unless they are confirmed. */
  unbacked = new Set();
  holds = new Set();
  zone;
  cursor;
  operations;
  moments;
  /** Shared by all zones: `answers`, which operation has had which effect; `openNotes`; `moves`; `elements`; `tenants`. */
  round;
  #state;
  #applied = 0;
  #holdings = new Holdings();
  #idsOf = new Map();
  #protectors = new Map();

  constructor(zone, round) {
    this.zone = zone;
    this.round = round;
    this.cursor = new Cursor(zone.entries, (instance) => zone.instanceRows.get(instance)?.r);
    this.operations = new Operations(zone);
    this.moments = new Moments(zone, this.operations);
    this.#state = new State(zone.providers, zone.entries);
  }

  run() {
    while (!this.cursor.isAtEnd) {
      const group = { from: this.cursor.begin() };
      this.#primary(group);
      group.entries = this.cursor.since(group.from);
      group.recorded = Math.max(this.groups.at(-1)?.recorded ?? 0, group.entries[0].w);
      this.groups.push(group);
      checkNoneLeft(this, group);
      checkHoldsOver(this, group);
      for (const text of this.#holdings.take(group.entries, this.reservations))
        this.complain('P2', text, group);
      if (!group.operation && !group.isOfTime && !group.isOpen)
        this.complain('P4', `${group.what ?? 'an effect'} that nobody asked for`, group);
    }
    for (const problem of timeProblems(this.zone, this)) this.problems.push(problem);
    return this;
  }

  #primary(group) {
    const entry = this.cursor.here;
    if (entry.m === 'total') capacityChanged(this, group, entry);
    else if (entry.m === 'allocated') instanceEntered(this, group, entry);
    else reservationEntered(this, group, entry);
  }

  /** The figures after all entries that have been passed so far. */
  figuresReached() {
    for (const entry of this.cursor.since(this.#applied)) this.#state.apply(entry);
    this.#applied = this.cursor.at;
    return this.#state;
  }

  become(group, id, { history = [], ...state }) {
    history.push({ ...state, group: this.groups.length, zone: this.zone.zone });
    this.reservations.set(id, { ...state, history });
    const { tenant, elements, status, heldUntil } = state;
    note(this.unbacked, id, status === 'conflict' || status === 'waiting');
    note(this.holds, id, heldUntil !== undefined && status !== 'ended' && status !== 'moved');
    if (tenant !== undefined) this.#idsOf.set(tenant, this.idsOf(tenant).add(id));
    for (const one of elements ?? []) this.#protectors.set(one, this.protectorsOf(one).add(id));
  }

  /** All reservations that ever had an element. */
  protectorsOf(element) {
    return this.#protectors.get(element) ?? new Set();
  }

  /** All reservations that a tenant ever had in this zone. */
  idsOf(tenant) {
    return this.#idsOf.get(tenant) ?? new Set();
  }

  /** A predicate for operations that may have made an entry and have not had this part of their effect yet; `part` as in `attribute`. */
  mayBeOf(entry, part) {
    return (operation) =>
      this.moments.mayHaveMade(operation, entry) && !this.round.answers.has(operation, part);
  }

  /**
   * Attributes a group to the operation whose effect it is.
   *
   * @param part the part of the operation's effect: an `ending`, which other operations may have requested as well; the
   *   `departure` of a reservation to another zone; else `whole`
   * @param id id of the created record, which the answer has to name
   */
  attribute(group, operation, what, { part = 'whole', id } = {}) {
    Object.assign(group, { operation, what });
    if (!operation) return;
    const isFirst = this.round.answers.take(operation, part);
    if (!isFirst && part !== 'ending') this.complain('P4', `${what} for the second time`, group);
    if (operation.kind === 'dry') this.complain('P4', `${what}, although it was a dry run`, group);
    else if (operation.outcome === 'refused') this.complain('P4', `${what}, although it was refused`, group);
    if (id && operation.outcome === 'ok' && !operation.ids.includes(id))
      this.complain('P4', `${what} of another id than was answered`, group);
    if (operation.ids.length > (operation.p.repeat?.count ?? 1))
      this.complain('P4', 'one operation was answered with several ids', group);
  }

  complain(property, text, group) {
    const operations = group.operation ? [group.operation] : [];
    this.problems.push({ property, text, operations, entries: this.cursor.since(group.from) });
  }
}

function note(set, id, isIn) {
  if (isIn) set.add(id);
  else set.delete(id);
}
