/** Operations whose effect leaves no ledger entry. */
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

/** Records which operations had their effect, in any zone, and compares that with the answers. */
export class Answers {
  #taken = new Map();

  /** Records a part of an operation's effect: `whole`, `ending` or `departure`. False if that part was recorded before. */
  take(operation, part) {
    const parts = this.#taken.get(operation) ?? new Set();
    this.#taken.set(operation, parts);
    const isFirst = !parts.has(part);
    parts.add(part);
    return isFirst;
  }

  /** Whether a part of an operation's effect was recorded. */
  has(operation, part) {
    return this.#taken.get(operation)?.has(part) ?? false;
  }

  /** P2 and P4: an acknowledged operation is in the ledger, an ending happens once, and a request is answered with one id. */
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
