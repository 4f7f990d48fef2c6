/** Seconds within which the service has to make a change that is due by the clock. Outages are added. */
const LATE = 30;

/** P2: an unused reservation ends at its expiry, a hold and a wait end in time, and an instance ends with its reservation. */
export function timeProblems(zone, walk) {
  const problems = [];
  const late = LATE + (walk.round.outage ?? 0);
  const isDone = (due, group) => due + late >= zone.closedAt || walk.groups[group]?.recorded <= due + late;
  for (const [id, { history }] of walk.reservations) {
    const { expiresAt, drawnAt, end } = history.at(-1);
    const ended = history.find(({ status }) => status === 'ended');
    if (expiresAt === undefined || drawnAt !== undefined || end <= expiresAt + late) continue;
    if (!isDone(expiresAt, ended?.group))
      complain(zone.operationOf.get(id), 'a reservation outlived its expiry');
  }
  for (const [id, held] of walk.reservations) {
    const { heldUntil, waitUntil, status } = held;
    const due = Math.min(heldUntil ?? Infinity, waitUntil ?? Infinity);
    if (
      (status === 'admitted' || status === 'conflict' || status === 'waiting') &&
      due + late < zone.closedAt
    )
      complain(zone.operationOf.get(id), 'a hold, or a wait, outlived its time');
  }
  for (const [id, { end, until }] of walk.instanceLives) {
    if (!isDone(end, until)) complain(zone.operationOf.get(id), 'an instance outlived its reservation');
  }
  return problems;

  function complain(operation, text) {
    problems.push({ property: 'P2', text, operations: operation ? [operation] : [] });
  }
}
