/** The part of `exercised` for holds, waiting, dry runs and other additions to the contract. */
export function exercisedBeyond({ operations, outs, of }, states) {
  const histories = states.map(({ history }) => history);
  const steps = histories.flatMap((history) =>
    history.slice(1).map((after, index) => [history[index], after]),
  );
  const times = (isIt) => steps.filter(([before, after]) => isIt(before, after)).length;
  const isAdmitted = (before, after) => before.status === 'waiting' && after.status === 'admitted';
  const refused = operations.filter(({ outcome }) => outcome === 'refused');
  return [
    ['reservations held', of('create', ({ p }) => p.hold !== undefined)],
    ['holds confirmed', of('confirm')],
    ['holds that were over', times((before, { isLapsed }) => isLapsed && before.heldUntil !== undefined)],
    ['confirmations refused', refused.filter(({ kind }) => kind === 'confirm').length],
    ['reservations that began to wait', histories.filter(([first]) => first.status === 'waiting').length],
    ['waiting reservations admitted', times(isAdmitted)],
    [
      'admitted after their start had passed',
      times((before, after) => isAdmitted(before, after) && before.start !== after.start),
    ],
    ['waits that were over', times((before, { isLapsed }) => isLapsed && before.status === 'waiting')],
    [
      'waiting reservations cancelled',
      times((before, { status, isLapsed }) => before.status === 'waiting' && status === 'ended' && !isLapsed),
    ],
    [
      'waiting reservations changed',
      times((before, after) => before.status === 'waiting' && after.status === 'waiting'),
    ],
    [
      'waiting reservations moved',
      times((before, { status }) => before.status === 'waiting' && status === 'moved'),
    ],
    ...['create', 'update', 'move', 'cancel', 'increase', 'decrease', 'instance'].map((kind) => [
      `dry runs of ${kind}`,
      outs.filter(({ kind: asked, p, out }) => asked === 'dry' && p.of === kind && out === 'ok').length,
    ]),
    ['series', of('create', ({ p }) => p.repeat)],
    [
      'series refused',
      outs.filter(({ kind, p, out }) => kind === 'create' && p.repeat && out === 'conflict').length,
    ],
    ['series changed', of('update-series')],
    ['series cancelled', of('cancel-series')],
    ['searches for windows', of('find')],
    ['windows held as they were found', of('hold-window', ({ ids }) => ids.length > 0)],
    ['pool entries ended', of('end-pool')],
    ['pool entries ended by force', of('end-pool', ({ p }) => p.force)],
    [
      'pool entries not ended, as they are promised',
      outs.filter(({ kind, out }) => kind === 'end-pool' && out === 'conflict').length,
    ],
    ['providers retired', of('retire')],
    ['providers not retired, as they are in use', refused.filter(({ kind }) => kind === 'retire').length],
    ['capacity withdrawn for a while', of('withdraw', ({ p }) => !p.isClosing)],
    ['subscriptions changed', of('resubscribe')],
    ['labels changed', of('mark')],
    ['lists by label', of('labelled')],
    ['reservations of a class of one\u2019s own', of('create', ({ p }) => p.amounts.gpus)],
    ['reports', of('report')],
    ['dry runs refused', outs.filter(({ kind, out }) => kind === 'dry' && out === 'conflict').length],
  ];
}
