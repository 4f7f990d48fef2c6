/** Answers that are wrong in every state of the ledger: a request that has to be refused is taken, or an answer means nothing. */

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

/** P3: an answer without a meaningful result counts as an unjustified refusal. */
export function* brokenProblems(operations) {
  for (const operation of operations) {
    const broken = operation.attempts.find(({ returned }) => returned?.out === 'broken');
    if (!broken) continue;
    const { status, why } = broken.returned;
    const text = `${operation.kind} was answered ${status} ${why}`;
    yield { property: 'P3', zone: operation.p.zone ?? 'all', text, operations: [operation] };
  }
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
