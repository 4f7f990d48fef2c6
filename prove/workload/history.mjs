import { appendFileSync } from 'node:fs';

const BUFFERED = 2_000;

/**
 * What was called and what came back, a line each, in the order in which this process saw it. `n` counts events: of two
 * attempts one was over before the other began only if its return has the lower number.
 */
export class History {
  #file;
  #lines = [];
  #moment = 0;
  #attempts = 0;
  #operations = 0;
  /** Calls by kind and outcome. */
  tally = new Map();

  constructor(file) {
    this.#file = file;
  }

  operation() {
    return ++this.#operations;
  }

  /** Notes that an attempt at an operation begins, and gives its number. */
  called(operation, fields) {
    const attempt = ++this.#attempts;
    this.#write({ e: 'call', a: attempt, op: operation, n: ++this.#moment, w: Date.now(), ...fields });
    return attempt;
  }

  returned(attempt, kind, fields) {
    this.#write({ e: 'return', a: attempt, n: ++this.#moment, w: Date.now(), ...fields });
    const outcomes = this.tally.get(kind) ?? new Map();
    outcomes.set(fields.out, (outcomes.get(fields.out) ?? 0) + 1);
    this.tally.set(kind, outcomes);
  }

  /**
   * Notes what a subscriber was told, and whether it has acknowledged it.
   *
   * @param channel the path it was told on; empty for the subscriptions that are there for the whole round
   */
  heard(body, isTaken, channel) {
    this.#write({
      e: 'heard',
      n: ++this.#moment,
      isTaken,
      ...(channel && { ch: channel }),
      ...(body.changeId ? change(body) : capacity(body)),
    });
  }

  /** Anything else a reader of the history needs to know. */
  note(fields) {
    this.#write({ e: 'note', n: ++this.#moment, w: Date.now(), ...fields });
  }

  get attempts() {
    return this.#attempts;
  }

  flush() {
    if (this.#lines.length > 0) appendFileSync(this.#file, `${this.#lines.join('\n')}\n`);
    this.#lines = [];
  }

  #write(line) {
    this.#lines.push(JSON.stringify(line));
    if (this.#lines.length >= BUFFERED) this.flush();
  }
}

function change({ changeId, reservationId, changeType, changedReservationData }) {
  return { id: changeId, r: reservationId, type: changeType, data: changedReservationData };
}

function capacity({ notificationId, capacityChangeSubscriptionId, capacityInformation, zoneId }) {
  return { id: notificationId, r: capacityChangeSubscriptionId, figures: capacityInformation, z: zoneId };
}
