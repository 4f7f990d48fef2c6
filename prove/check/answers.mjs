/** What has an effect that leaves nothing in a ledger. */
const WITHOUT_ENTRY = new Set(['provider', 'subscribe']);

const WRITES = new Set([
  'create',
  'update',
  'move',
  'cancel',
  'confirm',
  'mark',
  'update-series',
  'cancel-series',
  'end-pool',
  'retire',
  'increase',
  'decrease',
  'instance',
  'destroy',
]);

/** Which operations have had their effect, in whatever zone, and whether that is what was answered. */
export class Answers {
  #taken = new Map();

  /** Notes a part of an operation's effect: `whole`, `ending` or `departure`. False when it has been there before. */
  take(operation, part) {
    const parts = this.#taken.get(operation) ?? new Set();
    this.#taken.set(operation, parts);
    const isFirst = !parts.has(part);
    parts.add(part);
    return isFirst;
  }

  /** Whether a part of an operation's effect has been there. */
  has(operation, part) {
    return this.#taken.get(operation)?.has(part) ?? false;
  }

  /** What was acknowledged is in the ledger, a thing was ended once, and one request was answered with one id. */
  problems(operations) {
    const twice = operations
      .filter(({ kind, ids }) => WITHOUT_ENTRY.has(kind) && ids.length > 1)
      .map((operation) => {
        const text = 'one operation was answered with several ids';
        return { property: 'P4', zone: operation.p.zone ?? 'all', text, operations: [operation] };
      });
    return [...twice, ...this.#missing(operations)];
  }

  #missing(operations) {
    return operations
      .filter((operation) => operation.outcome === 'ok' && WRITES.has(operation.kind))
      .filter((operation) => !this.#isEffective(operation))
      .map((operation) => {
        const isEnding = operation.kind === 'cancel' || operation.kind === 'destroy';
        const text = isEnding
          ? 'was acknowledged twice, or without effect'
          : 'was acknowledged and is not there';
        return {
          property: isEnding ? 'P4' : 'P2',
          zone: operation.p.zone,
          text: `${operation.kind} ${text}`,
          operations: [operation],
        };
      });
  }

  #isEffective(operation) {
    const parts = this.#taken.get(operation);
    if (operation.kind === 'update-series') return parts !== undefined;
    return parts !== undefined && (parts.has('whole') || parts.has('ending'));
  }
}
