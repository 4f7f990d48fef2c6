/** Requests that the service has to refuse in every state of the ledger. */

const NEVER = {
  clash: {
    property: 'P4',
    name: 'keys used twice',
    text: () => 'a request was taken under a key that another request of its caller was answered under',
  },
  trespass: {
    property: 'P3',
    name: 'trespasses',
    text: ({ of }) => `${of} by a tenant that does not own it was not refused`,
  },
};

export function isNever({ kind }) {
  return kind in NEVER;
}

export function* neverProblems(operations, count) {
  for (const operation of operations.filter(isNever)) {
    const { property, name, text } = NEVER[operation.kind];
    const answered = operation.attempts.filter(({ returned }) => ['ok', 'error'].includes(returned?.out));
    count(name, answered.length);
    const isTaken = answered.some(({ returned }) => returned.out === 'ok');
    if (isTaken) yield { property, zone: operation.p.zone, text: text(operation.p), operations: [operation] };
  }
}
