import { appendFileSync } from 'node:fs';

const BUFFERED = 2_000;

/**
 * The calls and returns, one line each, in the order in which this process saw them. `n` counts events: an attempt was over
 * before another began only if its return has a lower `n` than the other's call.
 */
export class History {
  #file;
  #lines = [];
  #moment = 0;
  #attempts = 0;
  #operations = 0;
  /** When a client last gave up waiting for an answer; milliseconds. */
  lastTimeout = -Infinity;
  /** Calls by kind and outcome. */
  tally = new Map();

  constructor(file) {
    this.#file = file;
  }

  operation() {
    return ++this.#operations;
  }

  /** Records that an attempt at an operation begins, and returns its number. */
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
    if (fields.why === 'timeout') this.lastTimeout = Date.now();
  }

  /**
   * Records a notification, and whether the subscriber has acknowledged it.
   *
   * @param channel the path it was sent to; undefined for the subscriptions of the whole round
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

  /** Records any other event. */
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
