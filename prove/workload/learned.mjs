/** Limit of remembered reservations where they end by themselves. The oldest are forgotten. */
const MAX_BRIEF = 40;

/** Updates the shared knowledge of a zone's clients from an answer. */
export function learn(places, kind, parameters, meaning) {
  if (meaning.out === 'ok') MADE[kind]?.(places, parameters, meaning);
  if (meaning.out === 'ok' || meaning.out === 'error') GONE[kind]?.(places, parameters);
}

const MADE = {
  provider: ({ zone }, _, { id }) => {
    if (!zone.providers.includes(id)) zone.providers.push(id);
  },
  increase: pooled,
  decrease: pooled,
  create: ({ zone }, { form, start, hold, tenant }, { id, series, isWaiting }) => {
    const isFromNow = start === undefined;
    const ids = [id].flat();
    for (const one of ids) {
      zone.reservations.push({ id: one, form, tenant, isFromNow, isHeld: hold !== undefined, isWaiting });
    }
    if (series !== undefined) zone.series.push({ id: series, ids, form });
    if (zone.kind === 'brief' && zone.reservations.length > MAX_BRIEF) zone.reservations.shift();
  },
  'hold-window': ({ zone }, { form }, { id }) => {
    if (id !== undefined) zone.reservations.push({ id, form, isFromNow: false, isHeld: true });
  },
  move: ({ zone, partner }, { id, form }) => {
    const before = drop(zone.reservations, (one) => one.id === id);
    partner.reservations.push({ ...before, id, form, isFromNow: false });
  },
  instance: ({ zone }, _, { id }) => zone.instances.push(id),
  subscribe: ({ subscriptions }, { of, zone, tenant, ids, channel }, { id }) =>
    subscriptions.push({ id, of, channel, zone, tenant, isToAll: of === 'reservation' && ids.length === 0 }),
};

function pooled({ zone }, { provider, publicIps = [] }, { id }) {
  zone.pools.push({ id, provider });
  zone.ranges.push(...publicIps);
}

const GONE = {
  'cancel-series': ({ zone }, { series, occurrences }) => {
    drop(zone.series, ({ id }) => id === series);
    for (const id of occurrences) drop(zone.reservations, (one) => one.id === id);
  },
  'end-pool': ({ zone }, { pool }) => drop(zone.pools, ({ id }) => id === pool),
  confirm: ({ zone }, { id }) => {
    const confirmed = zone.reservations.find((one) => one.id === id);
    if (confirmed) confirmed.isHeld = false;
  },
  cancel: ({ zone }, { id }) => drop(zone.reservations, (one) => one.id === id),
  destroy: ({ zone }, { id }) => drop(zone.instances, (one) => one === id),
  unsubscribe: ({ subscriptions }, { id }) => drop(subscriptions, (one) => one.id === id),
};

function drop(list, isIt) {
  const at = list.findIndex(isIt);
  return at >= 0 ? list.splice(at, 1)[0] : undefined;
}
