import { isGain, isNothing, minus, plus, same, scaled } from './amounts.mjs';
import { merged, total } from './claims.mjs';
import { Cursor } from './cursor.mjs';
import { isWhole } from './fit.mjs';
import { Holdings } from './holdings.mjs';
import { Operations } from './operations.mjs';
import { State } from './state.mjs';
import { timeProblems } from './time.mjs';

/**
 * Reads a zone's ledger from its first entry to its last and tells which operation each part of it is the effect of. On
 * the way it keeps a model of every reservation and instance, made of what was asked for alone, and holds the entries
 * against it.
 *
 * A group is what one operation has entered, with what followed from it: reservations that were displaced by force, and
 * others that were admitted again.
 */
export class Walk {
  groups = [];
  problems = [];
  reservations = new Map();
  /** Those that live at the point of the ledger that has been reached. */
  instances = new Map();
  instanceLives = new Map();
  #zone;
  #cursor;
  #operations;
  #taken = new Map();
  #state;
  #applied = 0;
  #holdings = new Holdings();

  constructor(zone) {
    this.#zone = zone;
    this.#cursor = new Cursor(zone.entries);
    this.#operations = new Operations(zone);
    this.#state = new State(zone.providers, zone.entries);
  }

  run() {
    while (!this.#cursor.isAtEnd) {
      const group = { from: this.#cursor.begin() };
      this.#primary(group);
      group.entries = this.#cursor.since(group.from);
      group.recorded = Math.max(this.groups.at(-1)?.recorded ?? 0, group.entries[0].w);
      this.groups.push(group);
      for (const text of this.#holdings.take(group.entries, this.reservations))
        this.#complain('P2', text, group);
      if (!group.operation && !group.isOfTime)
        this.#complain('P4', `${group.what ?? 'an effect'} that nobody asked for`, group);
    }
    this.#everyAnswerKept();
    for (const problem of timeProblems(this.#zone, this)) this.problems.push(problem);
    return this;
  }

  #primary(group) {
    const entry = this.#cursor.here;
    if (entry.m === 'total') this.#capacityChange(group, entry);
    else if (entry.m === 'allocated') this.#instanceEntry(group, entry);
    else this.#reservationEntry(group, entry);
  }

  #capacityChange(group, entry) {
    this.#cursor.at += 1;
    const operation = this.#operations.change(entry.o, entry.x);
    this.#attribute(group, operation, `a change of capacity`);
    if (!operation) return;
    const { p, kind } = operation;
    const expected = scaled(p.amounts, kind === 'decrease' ? -1 : 1);
    if (!same(entry.x, expected) || entry.p !== p.provider)
      this.#complain('P2', 'capacity changed otherwise than asked', group);
    const isWindow = p.start === undefined || (entry.s === p.start && entry.t === (p.end ?? Infinity));
    if (!isWindow) this.#complain('P2', 'capacity changed for another time than asked', group);
    group.force = p.force === true;
    if (group.force) this.#displacements(group);
    this.#readmissions(group);
  }

  /**
   * After a forced decrease: as long as more is promised than there is, what is held is given up, and held elsewhere or not
   * at all. Once it is not, whatever follows is somebody else's effect, be it in the same batch and on the same reservation.
   */
  #displacements(group) {
    for (let next = this.#cursor.peek(); next?.m === 'reserved'; next = this.#cursor.peek()) {
      const held = this.reservations.get(next.o);
      if (held?.status !== 'admitted' || isGain(next.x) || !this.#isOverdrawn(held)) return;
      const released = this.#cursor.gather(next.o, false);
      this.#checkReleased(group, held, released);
      const mark = this.#cursor.at;
      const placed = this.#cursor.gather(next.o, true);
      const isReplaced = same(total(placed), total(released));
      if (!isReplaced) this.#cursor.at = mark;
      const status = isReplaced ? 'admitted' : 'conflict';
      this.#become(group, next.o, { ...held, status, held: isReplaced ? placed : new Map() });
    }
  }

  /** Whether a reservation holds of something that is promised beyond what there is, by all entries passed so far. */
  #isOverdrawn({ held, start, end }) {
    for (const entry of this.#cursor.since(this.#applied)) this.#state.apply(entry);
    this.#applied = this.#cursor.at;
    return [...held].some(([provider, amounts]) =>
      Object.keys(amounts).some((name) => this.#state.room(provider, name, start, end) < 0),
    );
  }

  /** After anything that frees capacity: reservations in conflict hold again what they were promised. */
  #readmissions(group) {
    for (let next = this.#cursor.peek(); next?.m === 'reserved'; next = this.#cursor.peek()) {
      const held = this.reservations.get(next.o);
      if (held?.status !== 'conflict' || !isGain(next.x)) return;
      const mark = this.#cursor.at;
      const placed = this.#cursor.gather(next.o, true);
      if (!same(total(placed), minus(held.amounts, held.used))) {
        this.#cursor.at = mark;
        return;
      }
      this.#become(group, next.o, { ...held, status: 'admitted', held: placed });
    }
  }

  #instanceEntry(group, entry) {
    const row = this.#zone.instanceRows.get(entry.o);
    const known = this.instances.get(entry.o);
    if (!known && isGain(entry.x)) return this.#instanceMade(group, entry, row);
    if (known && isNothing(entry.x)) return this.#instanceOver(group, entry, known);
    this.#cursor.at += 1;
    const { found } = this.#operations.ending('destroy', entry.o);
    this.#attribute(group, found, 'an instance that was destroyed', 'destroy');
    if (!known || !same(entry.x, scaled(known.amounts, -1)))
      this.#complain('P2', 'an instance gave back what it had not taken', group);
    this.instances.delete(entry.o);
    if (known) known.until = this.groups.length;
    this.#returned(group, known);
    this.#readmissions(group);
    return undefined;
  }

  /** It uses nothing any more since its reservation is over; what is noted is that it was destroyed. */
  #instanceOver(group, entry, known) {
    this.#cursor.at += 1;
    const [asked] = this.#operations.ending('destroy', entry.o).acknowledged;
    this.#attribute(group, asked, 'an instance that was destroyed', 'destroy');
    group.isOfTime = true;
    if (known.end > entry.w) this.#complain('P2', 'an instance was ended before its time', group);
    this.instances.delete(entry.o);
    known.until = this.groups.length;
    this.#readmissions(group);
  }

  #returned(group, instance) {
    const held = instance && this.reservations.get(instance.reservation);
    if (!held) return;
    const next = this.#cursor.peek();
    const used = minus(held.used, instance.amounts);
    const isBack = next?.o === instance.reservation && same(next.x, instance.amounts);
    if (isBack) this.#cursor.at += 1;
    else if (held.status === 'admitted')
      this.#complain('P2', 'a reservation did not get back what its instance used', group);
    const back = isBack ? new Map([[instance.provider, instance.amounts]]) : new Map();
    this.#become(group, instance.reservation, { ...held, used, held: merged(held.held, back) });
  }

  #instanceMade(group, entry, row) {
    this.#cursor.at += 1;
    const operation = this.#operations.instance(row?.name);
    this.#attribute(group, operation, 'an instance', undefined, entry.o);
    const reservation = row?.r ?? undefined;
    const made = {
      reservation,
      amounts: entry.x,
      provider: entry.p,
      end: entry.t,
      from: this.groups.length,
      until: Infinity,
    };
    this.instances.set(entry.o, made);
    this.instanceLives.set(entry.o, made);
    if (operation && operation.p.reservation !== reservation)
      this.#complain('P2', 'an instance draws on another reservation', group);
  }

  #reservationEntry(group, entry) {
    const held = this.reservations.get(entry.o);
    if (!held) return this.#created(group, entry);
    const next = this.#cursor.peek(1);
    const isDraw = next?.m === 'allocated' && this.#zone.instanceRows.get(next.o)?.r === entry.o;
    if (isDraw && isGain(next.x) && !this.instances.has(next.o)) return this.#drawn(group, entry, held);
    return this.#changed(group, entry, held);
  }

  #created(group, entry) {
    const { o: id, s: start, t: end, w } = entry;
    const claims = this.#cursor.gather(id, true);
    const amounts = total(claims);
    const operation = this.#operations.create(amounts, start);
    this.#attribute(group, operation, 'a reservation', undefined, id);
    const made = {
      status: 'admitted',
      start,
      end,
      amounts,
      used: {},
      held: claims,
      containers: operation?.p.containers,
      expiresAt: operation?.p.expiry === undefined ? undefined : start + operation.p.expiry,
      since: w,
    };
    this.#become(group, id, made);
    if (operation) this.#checkCreated(group, operation.p, made);
  }

  #checkCreated(group, p, { amounts, start, end, held, containers }) {
    if (!same(amounts, p.amounts)) this.#complain('P2', 'a reservation holds otherwise than asked', group);
    const isWindow = (p.start === undefined || p.start === start) && end === (p.end ?? Infinity);
    if (!isWindow) this.#complain('P2', 'a reservation holds for another time than asked', group);
    if (!isWhole({ amounts, containers }, held))
      this.#complain('P1', 'a reserved instance is cut over providers', group);
  }

  #drawn(group, entry, held) {
    this.#cursor.at += 1;
    const instance = this.#cursor.here;
    this.#instanceMade(group, instance, this.#zone.instanceRows.get(instance.o));
    if (!same(entry.x, scaled(instance.x, -1)))
      this.#complain('P2', 'an instance drew otherwise than it uses', group);
    const left = merged(held.held, new Map([[entry.p, entry.x]]));
    for (const amounts of left.values()) {
      if (Object.values(amounts).some((value) => value < 0))
        this.#complain('P1', 'an instance drew more than was left', group);
    }
    this.#notOver(group, held, entry);
    const drawnAt = held.drawnAt ?? entry.w;
    this.#become(group, entry.o, { ...held, held: left, used: plus(held.used, instance.x), drawnAt });
  }

  /** A reservation that is there already: changed, or ended. */
  #changed(group, entry, held) {
    const id = entry.o;
    const isNote = isNothing(entry.x);
    if (isNote) this.#cursor.at += 1;
    const released = isNote ? new Map() : this.#cursor.gather(id, false);
    const placed = isNote ? new Map() : this.#cursor.gather(id, true);
    if (held.status === 'admitted') this.#checkReleased(group, held, released);
    this.#notOver(group, held, entry);
    if (placed.size === 0) this.#ended(group, id, held, entry);
    else this.#updated(group, id, held, placed, entry);
    this.#readmissions(group);
  }

  #ended(group, id, held, { w }) {
    const { found, acknowledged } = this.#operations.ending('cancel', id);
    const isLapsed = acknowledged.length === 0 && held.expiresAt <= w;
    this.#attribute(group, isLapsed ? undefined : found, 'a reservation that was ended', 'cancel');
    group.isOfTime = isLapsed;
    if (isLapsed && (held.drawnAt < held.expiresAt || !isNothing(held.used)))
      this.#complain('P2', 'a reservation lapsed although something was taken from it in time', group);
    this.#become(group, id, { ...held, status: 'ended', isLapsed, held: new Map() });
  }

  #updated(group, id, held, placed, entry) {
    const sum = plus(total(placed), held.used);
    const operation = this.#operations.update(id, sum);
    this.#attribute(group, operation, 'a reservation that was changed');
    if (!operation) return this.#become(group, id, { ...held, held: placed });
    const { p } = operation;
    const amounts = plus({ ...held.amounts, ...p.amounts }, {});
    const start = p.start ?? held.start;
    const end = p.end === undefined ? held.end : (p.end ?? Infinity);
    const placedFor = this.#cursor.passed;
    if (!same(sum, amounts)) this.#complain('P2', 'a reservation was changed otherwise than asked', group);
    const isWindow = placedFor.t === end && (placedFor.s === start || start <= placedFor.w);
    if (!isWindow) this.#complain('P2', 'a reservation was moved otherwise than asked', group);
    if (isNothing(held.used) && !isWhole({ amounts }, placed))
      this.#complain('P1', 'a reserved instance is cut over providers', group);
    return this.#become(group, id, {
      ...held,
      status: 'admitted',
      amounts,
      start,
      end,
      held: placed,
      containers: undefined,
      since: entry.w,
    });
  }

  /** Once its time is over a reservation can't be changed, ended or drawn on. */
  #notOver(group, { end }, { w }) {
    if (end <= w) this.#complain('P2', 'a reservation changed when it was over', group);
  }

  #checkReleased(group, held, released) {
    const given = new Map([...released].map(([provider, amounts]) => [provider, scaled(amounts, -1)]));
    const left = merged(held.held, given);
    if ([...left.values()].some((amounts) => !isNothing(amounts)))
      this.#complain('P2', 'a reservation gave up otherwise than it held', group);
  }

  #become(group, id, { history = [], ...state }) {
    history.push({ ...state, group: this.groups.length });
    this.reservations.set(id, { ...state, history });
  }

  #attribute(group, operation, what, ending, id) {
    Object.assign(group, { operation, what });
    if (!operation) return;
    const before = this.#taken.get(operation);
    this.#taken.set(operation, group);
    if (before && !ending) this.#complain('P4', `${what} for the second time`, group);
    if (operation.outcome === 'refused') this.#complain('P4', `${what}, although it was refused`, group);
    if (id && operation.outcome === 'ok' && !operation.ids.includes(id))
      this.#complain('P4', `${what} of another id than was answered`, group);
    if (operation.ids.length > 1) this.#complain('P4', 'one operation was answered with several ids', group);
  }

  /** What was acknowledged is in the ledger, and a thing was ended once. */
  #everyAnswerKept() {
    for (const operation of this.#zone.operations) {
      if (operation.outcome !== 'ok' || !WRITES.has(operation.kind) || this.#taken.has(operation)) continue;
      const isEnding = operation.kind === 'cancel' || operation.kind === 'destroy';
      const text = isEnding
        ? 'was acknowledged twice, or without effect'
        : 'was acknowledged and is not there';
      this.problems.push({
        property: isEnding ? 'P4' : 'P2',
        text: `${operation.kind} ${text}`,
        operations: [operation],
      });
    }
  }

  #complain(property, text, group) {
    const operations = group.operation ? [group.operation] : [];
    this.problems.push({ property, text, operations, entries: this.#cursor.since(group.from) });
  }
}

const WRITES = new Set(['create', 'update', 'cancel', 'increase', 'decrease', 'instance', 'destroy']);
