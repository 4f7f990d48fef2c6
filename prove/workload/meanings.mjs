/** Interprets the answers of the service. */

/** Codes of 409 for a conflict with the current state. Other codes mean that the request itself is impossible. */
const CONFLICTS = new Set([
  'capacity-insufficient',
  'addresses-exhausted',
  'address-taken',
  'element-taken',
  'protected',
]);
const OPERATIONS = new Set([
  'provider',
  'increase',
  'decrease',
  'instance',
  'destroy',
  'update-series',
  'cancel-series',
  'utilization',
  'listing',
]);

/**
 * The meaning of an answer: `out` is `ok`, `conflict`, `error` (refused for another reason), `unavailable` (without effect),
 * `unknown` (the outcome is unknown) or `broken` (no meaningful answer).
 */
export function meaningOf(kind, parameters, answer) {
  if (answer.lost) return { out: 'unknown', why: answer.lost };
  const { status, body } = answer;
  if (status === 503 || status === 429) {
    return { out: body.code === 'outcome-unknown' ? 'unknown' : 'unavailable', why: body.code };
  }
  if (status >= 500 || body.unreadable) return { out: 'broken', status, why: JSON.stringify(body) };
  if (kind === 'reading' && ENDED.has(body.state)) return { out: 'error', status, why: body.state };
  if (kind === 'clash') return clash(body, status);
  if (kind === 'trespass') return trespass(body, status);
  if (kind === 'find' || kind === 'hold-window') body.result ??= status < 300 ? 'ok' : 'error';
  const isOperation = parameters.side === 'operations' || OPERATIONS.has(parameters.of ?? kind);
  const out = isOperation ? body.result : northboundOutcome(status, body);
  if (out === 'ok') return { out, ...contentOf(kind, parameters, body) };
  const why = body.message ?? body.detail;
  return { out: out ?? 'broken', status, why, code: body.code, offer: offerOf(body.offer) };
}

/** The answer to a used key: `error` if the service has noticed it. */
function clash(body, status) {
  const out = body.code === REUSED || /different request/.test(body.message ?? '') ? 'error' : 'ok';
  return { out, status, why: body.message ?? body.detail };
}

/** The answer to the stranger: `error` for an empty list, and for a refusal that reveals no record. */
function trespass({ items, reservations, ...body }, status) {
  const why = body.message ?? body.detail;
  const isNothing = status < 300 && (items ?? reservations)?.length === 0;
  const isUnknown = body.result === 'error' && /^no .* found| is not known$/.test(why);
  const isRefused = isNothing || isUnknown || status === 403 || status === 404;
  return { out: isRefused ? 'error' : 'ok', status, why };
}

const REUSED = 'idempotency-key-reused';

function northboundOutcome(status, body) {
  if (status < 300) return 'ok';
  return status === 409 && CONFLICTS.has(body.code) ? 'conflict' : 'error';
}

function contentOf(kind, { side }, body) {
  if (kind === 'dry') return { answer: rehearsed(body) };
  if (kind in BEYOND) return BEYOND[kind](body);
  if (kind === 'provider') return { id: body['provider-id'] };
  if (kind === 'subscribe')
    return { id: body.capacityChangeSubscriptionId ?? body.reservationChangeSubscriptionId };
  if (kind === 'create') return created(side, body);
  if (kind === 'increase' || kind === 'decrease') return { id: body['pool-id'] };
  if (kind === 'instance') return { id: body['instance-id'] };
  if (kind === 'figures' || kind === 'shapes') return { answer: body.capacityInformation };
  if (kind === 'utilization') return { answer: body.utilization.map(utilizationRow) };
  if (kind === 'listing') return { answer: body.reservations };
  if (kind === 'reading') return { answer: body.queryResult ? reservation(body.queryResult) : whole(body) };
  return {};
}

/** Contents of answers to requests beyond the contract. */
const BEYOND = {
  report: ({ rows }) => ({ answer: rows }),
  labelled: ({ items, next }) => ({
    answer: items.map(({ reservationId }) => reservationId),
    isCut: next != null,
  }),
  find: (body) => ({ answer: windowsOf(body) }),
  'hold-window': (body) => ({
    answer: windowsOf(body),
    id: body.held?.reservationId,
    until: seconds(body.held?.heldUntil),
  }),
  'update-series': (body) => ({ concerned: body['reservation-ids'] }),
  'cancel-series': (body) => ({ concerned: body['reservation-ids'] }),
};

function windowsOf({ windows, more }) {
  const found = windows.map(({ zone, free, ...window }) => ({
    zone,
    free,
    start: seconds(window.start),
    end: seconds(window.end),
    latest: seconds(window.latestStart),
  }));
  return { windows: found, isMore: more };
}

function created(side, body) {
  if (body.occurrences) return seriesCreated(body);
  if (side === 'operations') return { id: body['reservation-id'], isWaiting: body.state === 'waiting' };
  const { reservationId, publicIps, reservationStatus } = body.reservationData;
  return { id: reservationId, addresses: publicIps, isWaiting: reservationStatus === 'waiting' };
}

function claimsOf({ claims }) {
  return claims.map((claim) => [claim['provider-id'] ?? claim.providerId, inClasses(claim.capacity)]);
}

function seriesCreated({ occurrences, reservationData, ...body }) {
  const ids = occurrences.map((one) => one['reservation-id'] ?? one.reservationId);
  return { id: ids, series: body['series-id'] ?? reservationData.seriesId };
}

/** The answer to a dry run: its effect, and whether it says that it is a dry run. */
function rehearsed({ reservationData = {}, placement, ...body }) {
  return {
    isDry: (body['dry-run'] ?? body.dryRun) === true,
    id: body['reservation-id'] ?? body['pool-id'] ?? body['instance-id'],
    isWaiting: (body.state ?? reservationData.reservationStatus) === 'waiting',
    occurrences: body.occurrences?.map((one) => ({
      start: seconds(one.start ?? one.startTime),
      claims: claimsOf(one.placement),
    })),
    claims: placement && claimsOf(placement),
    moved: body.moved,
    inConflict: body['in-conflict'],
  };
}

function utilizationRow({ timestamp, count, capacity }) {
  return { at: seconds(timestamp), count, capacity };
}

/** A reservation in the terms of the workload. */
function reservation(result) {
  const { reservationStatus, startTime, endTime, computePoolReserved, storagePoolReserved, publicIps } =
    result;
  const read = { state: reservationStatus, start: seconds(startTime), end: seconds(endTime) };
  if (computePoolReserved) {
    const {
      numCpuCores: cores,
      virtualMemSize: ram,
      numVcInstances: instances,
      customResources,
    } = computePoolReserved;
    read.amounts = { cores, ram, instances, ...customResources };
  }
  if (storagePoolReserved) {
    const { storageSize: gigabytes, numVolumes: volumes, numSnapshots: snapshots } = storagePoolReserved;
    read.amounts = { gigabytes, volumes, snapshots };
  }
  if (publicIps) read.addresses = publicIps;
  return read;
}

/** A reservation as `/reservations` shows it: with every class and its elements. */
function whole({ state, start, end, capacity, elements, labels = {}, ...body }) {
  const addresses = body['public-ips'] ?? body.publicIps ?? [];
  return {
    state,
    start: seconds(start),
    end: seconds(end),
    amounts: capacity,
    elements,
    held: addresses,
    labels,
  };
}

/** States of ended reservations, which are still shown as history. */
const ENDED = new Set(['terminated', 'expired']);

function offerOf(offer) {
  if (!offer) return undefined;
  const { maxCapacity, nextWindow, occurrence } = offer;
  return {
    ...(occurrence && { occurrence: seconds(occurrence.start ?? occurrence.startTime) }),
    maxCapacity: inClasses(maxCapacity),
    next: nextWindow && { start: seconds(nextWindow.start), end: seconds(nextWindow.end) },
  };
}

/** Names of classes in offers of the northbound interface. */
const CLASS_OF = {
  numCpuCores: 'cores',
  virtualMemSize: 'ram',
  numVcInstances: 'instances',
  numPublicIps: 'addresses',
  storageSize: 'gigabytes',
  numVolumes: 'volumes',
  numSnapshots: 'snapshots',
};

function inClasses(amounts) {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [CLASS_OF[name] ?? name, value]));
}

function seconds(text) {
  return text === undefined || text === null ? null : Date.parse(text) / 1000;
}
