import { ruleOf } from './series.mjs';

/** The HTTP requests of the operations of the workload. Times are in seconds; no end is null. */

function wireTime(second) {
  return second === null || second === undefined
    ? second
    : `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
}

const NORTHBOUND_PATH = {
  pool: 'compute',
  containers: 'compute',
  network: 'network',
  storage: 'storage',
};

const BUILDERS = {
  dry: ({ of, ...p }, receiver) => rehearsal(BUILDERS[of](p, receiver), p),
  confirm: (p) =>
    p.side === 'operations'
      ? post('/confirm-reservation', { 'reservation-id': p.id })
      : post(`/reservation/${NORTHBOUND_PATH[p.form]}/confirm`, { reservationId: p.id }),
  create: (p) => withTenant(p, p.side === 'operations' ? operationsCreate(p) : northboundCreate(p)),
  update: (p) => (p.side === 'operations' ? operationsUpdate(p) : northboundUpdate(p)),
  move: (p) => (p.side === 'operations' ? operationsUpdate(p) : northboundUpdate(p)),
  cancel: (p) =>
    p.side === 'operations'
      ? post('/cancel-reservation', { 'reservation-id': p.id })
      : { method: 'DELETE', path: `/reservation/${NORTHBOUND_PATH[p.form]}/${p.id}` },
  provider: (p) =>
    post('/add-provider', {
      'provider-type': 'simulated',
      endpoint: p.endpoint,
      username: 'operator',
      password: 'correct horse',
      tenant: { id: 't1', name: 'Tenant' },
      zone: p.zone,
      traits: p.traits,
    }),
  withdraw: (p) => post(`/providers/${p.provider}/withdraw`, times(p)),
  retire: (p) => ({ method: 'DELETE', path: `/providers/${p.provider}` }),
  'end-pool': (p) => ({ method: 'DELETE', path: `/pools/${p.pool}${p.force ? '?force=true' : ''}` }),
  mark: (p) => post('/update-reservation', { 'reservation-id': p.id, labels: p.labels }),
  labelled: (p) => ({ method: 'GET', path: `/reservations?zone=${p.zone}&label=made:${p.label}&limit=1000` }),
  'update-series': (p) => post('/update-reservation', { 'series-id': p.series, capacity: texts(p.amounts) }),
  'cancel-series': (p) => post('/cancel-reservation', { 'series-id': p.series }),
  report: (p) => ({
    method: 'GET',
    path: `/reports/usage?zone=${p.zone}&by=${p.by}&from=${wireTime(p.since)}&to=${wireTime(p.until)}`,
  }),
  find: (p) => post('/find-windows', findBody(p)),
  'hold-window': (p) => post('/find-windows', findBody(p)),
  subscribe: (p, receiver) =>
    withTenant(
      p,
      post(p.of === 'reservation' ? '/reservation/subscribe' : `/capacity/${p.kind}/subscribe`, {
        ...(p.of === 'reservation' ? reservationsWatched(p) : capacityWatched(p)),
        callbackUri: `${receiver}/${p.channel}`,
      }),
    ),
  resubscribe: (p, receiver) => ({
    method: 'PATCH',
    path: `/subscriptions/${p.id}`,
    body: {
      callbackUri: p.newChannel && `${receiver}/${p.newChannel}`,
      inputFilter: p.ids && reservationsWatched(p).inputFilter,
      threshold: p.condition && thresholdOf(p.condition),
      ...(p.condition === null && { threshold: null }),
    },
  }),
  unsubscribe: (p) => ({ method: 'DELETE', path: `/subscriptions/${p.id}` }),
  increase: (p) => post('/increase-capacity', capacityChange(p)),
  decrease: (p) => post('/decrease-capacity', { ...capacityChange(p), force: p.force }),
  instance: (p) =>
    post('/create-instance', {
      'provider-id': p.provider,
      'reservation-id': p.reservation,
      name: p.name,
      image: 'image',
      flavor: p.flavor,
    }),
  destroy: (p) => post('/destroy-instance', { 'instance-id': p.id }),
  figures: (p) => ({ method: 'GET', path: `/capacity/${p.kind}/query`, body: figuresFilter(p) }),
  shapes: (p) => ({ method: 'GET', path: `/capacity/${p.kind}/query`, body: shapesFilter(p) }),
  utilization: (p) =>
    post('/query-capacity', {
      zone: p.zone,
      capacity: p.metric,
      without: p.without,
      elements: (p.some || p.every) && { some: p.some, every: p.every },
      window: { ...times(p), scope: 'inclusive' },
    }),
  listing: (p) =>
    post('/query-reservation', {
      zone: p.zone,
      'show-utilization': false,
      without: p.without,
      elements: (p.some || p.every) && { some: p.some, every: p.every },
      wndow: { ...times(p), scope: 'inclusive' },
    }),
  reading: (p) => (p.form === 'whole' ? wholeReading(p) : northboundReading(p)),
};

/**
 * `{ method, path, body, headers, by }` of an operation; `by` names the caller, if not the operator.
 *
 * @param receiver the address notifications are sent to
 */
export function requestFor(kind, parameters, receiver) {
  return BUILDERS[kind](parameters, receiver);
}

/** Prefix of the ids of a round's requests; the number of the operation follows. */
export function requestIds(round) {
  return `prove-${round}-`;
}

function post(path, body) {
  return { method: 'POST', path, body };
}

function times({ start, end }) {
  return { start: wireTime(start), end: wireTime(end) };
}

/** The contract's operations carry numbers as strings. */
function texts(amounts) {
  return amounts && Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, String(value)]));
}

/** Sent with the tenant's own API key, or by the operator on its behalf. */
function withTenant({ tenant, isOwn }, request) {
  if (tenant === undefined) return request;
  return isOwn ? { ...request, by: tenant } : { ...request, headers: { 'Headroom-Tenant': tenant } };
}

/** Both interfaces accept both spellings. */
function rehearsal({ body, ...request }, { tag }) {
  if (request.method === 'DELETE') return { ...request, path: `${request.path}?dryRun=true` };
  return { ...request, body: { ...body, [tag % 2 === 0 ? 'dry-run' : 'dryRun']: true } };
}

function findBody({ zone, amounts, duration, limit, hold, ...p }) {
  return { zone, capacity: texts(amounts), duration, limit, hold, window: times(p) };
}

function operationsCreate({ zone, elements, traits, name, labels, hold, wait, ...p }) {
  const expiry = p.expiry && String(p.expiry);
  const capacity = texts(p.amounts);
  const repeat = p.repeat && ruleOf(p.repeat);
  const beyond = {
    name,
    labels,
    repeat,
    hold: hold && String(hold),
    wait,
    'wait-until': wireTime(p.waitUntil),
  };
  return post('/create-reservation', { zone, ...times(p), expiry, elements, traits, capacity, ...beyond });
}

function operationsUpdate({ id, to, elements, ...p }) {
  const body = { 'reservation-id': id, zone: to, ...times(p), elements, capacity: texts(p.amounts) };
  return post('/update-reservation', body);
}

function northboundCreate(p) {
  const body = {
    zoneId: p.zone,
    startTime: wireTime(p.start),
    endTime: wireTime(p.end),
    ...northboundAmounts(p),
    name: p.name,
    labels: p.labels,
    repeat: p.repeat && ruleOf(p.repeat),
    holdSeconds: p.hold,
    wait: p.wait,
    waitUntil: wireTime(p.waitUntil),
  };
  return post(`/reservation/${NORTHBOUND_PATH[p.form]}/create`, body);
}

function northboundUpdate(p) {
  const body = {
    reservationId: p.id,
    zoneId: p.to,
    startTime: wireTime(p.start),
    endTime: wireTime(p.end),
    ...northboundAmounts(p),
  };
  return post(`/reservation/${NORTHBOUND_PATH[p.shown ?? p.form]}/update`, body);
}

function northboundAmounts({ shown, amounts, containers, traits, ...p }) {
  const form = shown ?? p.form;
  if (form === 'containers')
    return {
      virtualizationContainerReservation: containers.map((one, index) => container(one, index, traits)),
    };
  if (form === 'network') return { networkReservation: { numPublicIps: amounts.addresses } };
  if (form === 'storage') {
    const { gigabytes, volumes, snapshots } = amounts;
    return {
      storagePoolReservation: { storageSize: gigabytes, numVolumes: volumes, numSnapshots: snapshots },
    };
  }
  const { cores, ram, instances, gpus } = amounts;
  const customResources = gpus === undefined ? undefined : { gpus };
  return {
    computePoolReservation: {
      numCpuCores: cores,
      virtualMemSize: ram,
      numVcInstances: instances,
      customResources,
    },
  };
}

function container({ cores, ram }, index, traits) {
  return {
    containerId: `c${index}`,
    containerFlavor: {
      flavorId: 'f',
      virtualCpu: { numVirtualCpu: cores, ...traits },
      virtualMemory: { virtualMemSize: ram },
    },
  };
}

function northboundReading({ form, id }) {
  const body = { queryReservationFilter: [{ reservationId: id }] };
  return { method: 'GET', path: `/reservation/${NORTHBOUND_PATH[form]}/query`, body };
}

/** The whole reservation, whatever its form. */
function wholeReading({ id }) {
  return { method: 'GET', path: `/reservations/${id}` };
}

function reservationsWatched({ ids }) {
  return { inputFilter: ids.map((reservationId) => ({ reservationId })) };
}

function capacityWatched({ zone, kind, name, condition }) {
  return {
    zoneId: zone,
    [TYPE_MEMBER[kind]]: TYPE_IDS[name],
    threshold: condition && thresholdOf(condition),
  };
}

function thresholdOf({ type, figure, comparison, value }) {
  return { thresholdType: type, threshold: { capacity_info: figure, condition: comparison, value } };
}

function capacityChange(p) {
  return {
    source: p.pool === undefined ? p.provider : `ResourcePool:${p.pool}`,
    ...times(p),
    capacity: texts(p.amounts),
    publicIps: p.publicIps,
  };
}

const TYPE_MEMBER = {
  compute: 'computeResourceTypeId',
  network: 'networkResourceTypeId',
  storage: 'storageResourceTypeId',
};
const TYPE_IDS = {
  cores: 'cpuCores',
  instances: 'vcInstances',
  addresses: 'publicIps',
  volumes: 'volumes',
  snapshots: 'snapshots',
  gigabytes: 'storageSize',
  gpus: 'gpus',
};

function figuresFilter(p) {
  return { zoneId: p.zone, [TYPE_MEMBER[p.kind]]: TYPE_IDS[p.name], timePeriod: timePeriod(p) };
}

function timePeriod({ start, end }) {
  return start === undefined
    ? undefined
    : { startTime: wireTime(start), stopTime: wireTime(end) ?? undefined };
}

function shapesFilter(p) {
  const resourceCriteria = p.kind === 'storage' ? volumeShape(p) : instanceShape(p);
  return { zoneId: p.zone, resourceCriteria, attributeSelector: p.select, timePeriod: timePeriod(p) };
}

function instanceShape({ shape, traits }) {
  const { cores, ram } = shape;
  return { virtualCPU: { ...traits, numVirtualCpu: cores }, virtualMemory: { virtualMemSize: ram } };
}

/** The contract carries booleans as strings. */
function volumeShape({ shape, traits: { rdmaSupported, ...traits } }) {
  return { ...traits, sizeOfStorage: shape.gigabytes, rdmaSupported: rdmaSupported && 'true' };
}
