/** P4: the audit log has one row for each operation with an effect, with its caller and the tenant it is about, and no other rows. */

/** Operations that always have an effect when acknowledged. Of others, which may have none when repeated, the ledgers show it. */
const WITH_EFFECT = new Set([
  'create',
  'update',
  'move',
  'cancel',
  'increase',
  'decrease',
  'instance',
  'subscribe',
]);

const OF_RESERVATION = new Set(['confirm', 'update', 'move', 'cancel', 'mark']);

export function* auditProblems({ header: { principals }, operations, audited }, { walks, tenants }, count) {
  // The synthetic rounds of the tests may have no audit log.
  if (!principals) return;
  const known = new Map(operations.map((operation) => [operation.op, operation]));
  const owners = new Owners(tenants, known, audited);
  // The clock had ended some objects before their requests, which then had no effect.
  const groups = walks.flatMap((walk) => walk.groups.filter(({ isOfTime }) => !isOfTime));
  const effective = new Set(groups.map(({ operation }) => operation));
  for (const [op, rows] of audited) {
    if (!known.has(op)) yield problem(`is there for operation ${op}, which nobody has asked for`, rows, []);
  }
  for (const operation of operations) {
    const rows = audited.get(operation.op) ?? [];
    const hasEffect = WITH_EFFECT.has(operation.kind) || effective.has(operation);
    const wrong = wrongWith(operation, rows, { principals, owners, hasEffect });
    if (wrong) yield problem(wrong, rows, [operation]);
    count('audited', rows.length);
  }
}

function wrongWith(operation, rows, { principals, owners, hasEffect }) {
  const { kind, p, outcome, ids } = operation;
  if (rows.length > 1) return `is there ${rows.length} times`;
  if (rows.length === 0 && outcome === 'ok' && hasEffect) return `is missing for ${kind}`;
  if (rows.length === 0) return undefined;
  const [{ principal, tenant, target }] = rows;
  if (outcome === 'refused') return `is there for ${kind}, which was refused`;
  const expected = `key:${principals[p.isOwn ? p.tenant : 'operator']}`;
  if (principal !== expected) return `names ${principal} instead of ${expected}`;
  const owner = owners.of(operation);
  if ((tenant ?? undefined) !== owner) return `names the tenant ${tenant} instead of ${owner}`;
  const isOther = kind === 'create' && outcome === 'ok' && ids.length === 1 && target !== ids[0];
  return isOther ? `names ${target} instead of ${ids[0]}` : undefined;
}

/** The tenants of what operations make or change, whoever calls. */
class Owners {
  #tenants;
  /** Instance → its reservation; undefined: it has none. */
  #reservations = new Map();

  constructor(tenants, known, audited) {
    this.#tenants = tenants;
    for (const [op, [{ target }]] of audited) {
      const { kind, p } = known.get(op) ?? {};
      if (kind === 'instance') this.#reservations.set(target, p.reservation);
    }
  }

  of({ kind, p }) {
    const drawn = kind === 'destroy' ? this.#reservations.get(p.id) : p.reservation;
    const reservation = OF_RESERVATION.has(kind) ? p.id : (p.occurrences?.at(0) ?? drawn);
    return reservation === undefined ? p.tenant : this.#tenants.of(reservation);
  }
}

function problem(text, rows, operations) {
  return {
    property: 'P4',
    zone: rows[0]?.z ?? operations[0]?.p.zone,
    text: `the audit log ${text}`,
    operations,
  };
}
