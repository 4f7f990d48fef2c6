/** How an operation of the workload is said on the wire, and what an answer means. Times are seconds; no end is null. */

export function wireTime(second) {
  return second === null || second === undefined
    ? second
    : `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
}

const NORTHBOUND_PATH = { pool: 'compute', containers: 'compute', network: 'network', storage: 'storage' };

const BUILDERS = {
  create: (p) => withTenant(p, p.side === 'operations' ? operationsCreate(p) : northboundCreate(p)),
  update: (p) => (p.side === 'operations' ? operationsUpdate(p) : northboundUpdate(p)),
  move: (p) => (p.side === 'operations' ? operationsUpdate(p) : northboundUpdate(p)),
  cancel: (p) =>
    p.side === 'operations'
      ? post('/cancel-reservation', { 'reservation-id': p.id })
      : { method: 'DELETE', path: `/reservation/${NORTHBOUND_PATH[p.form]}/${p.id}` },
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
      window: { ...times(p), scope: 'inclusive' },
    }),
  listing: (p) =>
    post('/query-reservation', {
      zone: p.zone,
      'show-utilization': false,
      elements: p.some && { some: p.some },
      wndow: { ...times(p), scope: 'inclusive' },
    }),
  reading: (p) => ({
    method: 'GET',
    path: `/reservation/${NORTHBOUND_PATH[p.form]}/query`,
    body: { queryReservationFilter: [{ reservationId: p.id }] },
  }),
};

/** `{ method, path, body, headers }` of an operation. */
export function requestFor(kind, parameters) {
  return BUILDERS[kind](parameters);
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

function withTenant({ tenant }, request) {
  return tenant === undefined ? request : { ...request, headers: { 'Headroom-Tenant': tenant } };
}

function operationsCreate({ zone, elements, ...p }) {
  const expiry = p.expiry && String(p.expiry);
  return post('/create-reservation', { zone, ...times(p), expiry, elements, capacity: texts(p.amounts) });
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
  return post(`/reservation/${NORTHBOUND_PATH[p.form]}/update`, body);
}

function northboundAmounts({ form, amounts, containers }) {
  if (form === 'containers') return { virtualizationContainerReservation: containers.map(container) };
  if (form === 'network') return { networkReservation: { numPublicIps: amounts.addresses } };
  if (form === 'storage') {
    const { gigabytes, volumes, snapshots } = amounts;
    return {
      storagePoolReservation: { storageSize: gigabytes, numVolumes: volumes, numSnapshots: snapshots },
    };
  }
  const { cores, ram, instances } = amounts;
  return { computePoolReservation: { numCpuCores: cores, virtualMemSize: ram, numVcInstances: instances } };
}

function container({ cores, ram }, index) {
  return {
    containerId: `c${index}`,
    containerFlavor: {
      flavorId: 'f',
      virtualCpu: { numVirtualCpu: cores },
      virtualMemory: { virtualMemSize: ram },
    },
  };
}

function capacityChange(p) {
  return { source: p.provider, ...times(p), capacity: texts(p.amounts), publicIps: p.publicIps };
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

/** Truth is a text in the contract. */
function volumeShape({ shape, traits: { rdmaSupported, ...traits } }) {
  return { ...traits, sizeOfStorage: shape.gigabytes, rdmaSupported: rdmaSupported && 'true' };
}

const CONFLICTS = new Set(['capacity-insufficient', 'addresses-exhausted', 'address-taken', 'protected']);
const OPERATIONS = new Set(['increase', 'decrease', 'instance', 'destroy', 'utilization', 'listing']);

/**
 * What an answer says: `out` is `ok`, `conflict`, `error` (refused for another reason), `unavailable` (nothing was done),
 * `unknown` (nobody knows) or `broken` (the service failed to say anything sensible).
 */
export function meaningOf(kind, parameters, answer) {
  if (answer.lost) return { out: 'unknown', why: answer.lost };
  const { status, body } = answer;
  if (status === 503 || status === 429) {
    return { out: body.code === 'outcome-unknown' ? 'unknown' : 'unavailable', why: body.code };
  }
  if (status >= 500 || body.unreadable) return { out: 'broken', status, why: JSON.stringify(body) };
  const isOperation = parameters.side === 'operations' || OPERATIONS.has(kind);
  const out = isOperation ? body.result : northboundOutcome(status, body);
  if (out === 'ok') return { out, ...contentOf(kind, parameters, body) };
  const why = body.message ?? body.detail;
  return { out: out ?? 'broken', status, why, code: body.code, offer: offerOf(body.offer) };
}

function northboundOutcome(status, body) {
  if (status < 300) return 'ok';
  return status === 409 && CONFLICTS.has(body.code) ? 'conflict' : 'error';
}

function contentOf(kind, { side }, body) {
  if (kind === 'create') return created(side, body);
  if (kind === 'increase' || kind === 'decrease') return { id: body['pool-id'] };
  if (kind === 'instance') return { id: body['instance-id'] };
  if (kind === 'figures' || kind === 'shapes') return { answer: body.capacityInformation };
  if (kind === 'utilization') return { answer: body.utilization.map(utilizationRow) };
  if (kind === 'listing') return { answer: body.reservations };
  if (kind === 'reading') return { answer: reservation(body.queryResult) };
  return {};
}

function created(side, body) {
  if (side === 'operations') return { id: body['reservation-id'] };
  const { reservationId, publicIps } = body.reservationData;
  return { id: reservationId, addresses: publicIps };
}

function utilizationRow({ timestamp, capacity }) {
  return { at: seconds(timestamp), capacity };
}

/** A reservation as it was read, in the workload's words. */
function reservation(result) {
  const { reservationStatus, startTime, endTime, computePoolReserved, storagePoolReserved, publicIps } =
    result;
  const read = { state: reservationStatus, start: seconds(startTime), end: seconds(endTime) };
  if (computePoolReserved) {
    const { numCpuCores: cores, virtualMemSize: ram, numVcInstances: instances } = computePoolReserved;
    read.amounts = { cores, ram, instances };
  }
  if (storagePoolReserved) {
    const { storageSize: gigabytes, numVolumes: volumes, numSnapshots: snapshots } = storagePoolReserved;
    read.amounts = { gigabytes, volumes, snapshots };
  }
  if (publicIps) read.addresses = publicIps;
  return read;
}

function offerOf(offer) {
  if (!offer) return undefined;
  const { maxCapacity, nextWindow } = offer;
  return {
    maxCapacity,
    next: nextWindow && { start: seconds(nextWindow.start), end: seconds(nextWindow.end) },
  };
}

function seconds(text) {
  return text === undefined || text === null ? null : Date.parse(text) / 1000;
}
