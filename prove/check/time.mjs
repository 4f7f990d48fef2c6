/** What time alone is to do has to be done within so many seconds, and those in which something was not there. */
const LATE = 30;

/** P2 for time: what was to be released by itself was. */
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
