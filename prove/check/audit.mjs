/** P4: the audit log has one row for each operation with an effect, with its caller, and no other rows. */

/** Operations that always have an effect when acknowledged. Others may have none when repeated. */
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

export function* auditProblems({ header: { principals }, operations, audited }, count) {
  // The synthetic rounds of the tests may have no audit log.
  if (!principals) return;
  const known = new Map(operations.map((operation) => [operation.op, operation]));
  for (const [op, rows] of audited) {
    if (!known.has(op)) yield problem(`is there for operation ${op}, which nobody has asked for`, rows, []);
  }
  for (const operation of operations) {
    const rows = audited.get(operation.op) ?? [];
    const wrong = wrongWith(operation, rows, principals);
    if (wrong) yield problem(wrong, rows, [operation]);
    count('audited', rows.length);
  }
}

function wrongWith(operation, rows, principals) {
  const { kind, p, outcome, ids } = operation;
  if (rows.length > 1) return `is there ${rows.length} times`;
  const isMissing = rows.length === 0 && outcome === 'ok' && WITH_EFFECT.has(kind);
  if (isMissing) return `is missing for ${kind}`;
  if (rows.length === 0) return undefined;
  const [{ principal, tenant, target }] = rows;
  if (outcome === 'refused') return `is there for ${kind}, which was refused`;
  const expected = `key:${principals[p.isOwn ? p.tenant : 'operator']}`;
  if (principal !== expected) return `names ${principal} instead of ${expected}`;
  if ((tenant ?? undefined) !== p.tenant) return `names the tenant ${tenant} instead of ${p.tenant}`;
  const isOther = kind === 'create' && outcome === 'ok' && ids.length === 1 && target !== ids[0];
  return isOther ? `names ${target} instead of ${ids[0]}` : undefined;
}

function problem(text, rows, operations) {
  return {
    property: 'P4',
    zone: rows[0]?.z ?? operations[0]?.p.zone,
    text: `the audit log ${text}`,
    operations,
  };
}
