/** Seconds within which the service has to make a change that is due by the clock. Outages meanwhile are added. */
const LATE = 20;

/** P2: an unused reservation ends at its expiry, a hold and a wait end in time, and an instance ends with its reservation. */
export function timeProblems(zone, walk) {
  const problems = [];
  const { outages, count } = walk.round;
  const isDone = (due, group) => {
    const deadline = deadlineOf(due, outages);
    if (!(deadline < zone.closedAt)) return true;
    count('changes due by the clock');
    return walk.groups[group]?.recorded <= deadline;
  };
  for (const [id, { history }] of walk.reservations) {
    const { expiresAt, drawnAt, end } = history.at(-1);
    const ended = history.find(({ status }) => status === 'ended');
    if (expiresAt === undefined || drawnAt !== undefined || end <= deadlineOf(expiresAt, outages)) continue;
    if (!isDone(expiresAt, ended?.group))
      complain(zone.operationOf.get(id), 'a reservation outlived its expiry');
  }
  for (const [id, { heldUntil, waitUntil, status }] of walk.reservations) {
    const due = Math.min(heldUntil ?? Infinity, waitUntil ?? Infinity);
    if (LIVE.has(status) && !isDone(due))
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

const LIVE = new Set(['admitted', 'conflict', 'waiting']);

function deadlineOf(due, outages) {
  return outages.reduce(
    (deadline, { from, to }) =>
      to > due && from < deadline ? deadline + to - Math.max(from, due) : deadline,
    due + LATE,
  );
}
