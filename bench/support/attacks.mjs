import { rendered } from './load.mjs';
import { DAY, time, YEAR } from './zone.mjs';

/** The longest list of the interface, and the largest body. */
const LIST = 1_000;
const BODY_BYTES = 256 * 1024;

/** Zones that reservations are moved into. */
const MOVED_INTO = 32;

const SERIES = 'FREQ=DAILY;COUNT=366';

/** As many as fit into the largest body. */
function filledList(element) {
  const length = Math.floor((BODY_BYTES - 1_024) / (JSON.stringify(element).length + 1));
  return Array.from({ length }, () => element);
}

/** A request with a body that is no JSON, or JSON as no serializer writes it. */
function written(path, body) {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function names(count, value) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`virtualCpu${index}`, value]));
}

/**
 * Requests that cost the service far more than an admission, legal ones and illegal ones. Each is sent by many clients at once.
 *
 * @param world `zone`: one with many reservations; `ids`: reservations of it; `unknown`: ids that are none; `contained`: reservations with
 *   many containers; `drawnId`: one on which many instances have drawn; `instanceId`, `providerId`, `now`
 */
export function attacks({ zone, ids, unknown, contained, drawnId, instanceId, providerId, now }) {
  const list = ids.slice(0, LIST);
  const wide = { start: time(now - 10 * DAY), end: time(now + 2 * YEAR) };
  const period = { startTime: time(now + DAY), stopTime: time(now + 2 * YEAR) };
  const past = { startTime: time(now - YEAR), stopTime: time(now + YEAR) };
  const day = { start: time(now + DAY), end: time(now + 1.5 * DAY), capacity: { cores: 1 } };
  const huge = { cores: 32_767, ram: 2_147_483_647, instances: 32_767 };
  const container = (index) => ({
    containerId: `c${index}`,
    containerFlavor: {
      virtualCpu: { numVirtualCpu: 1 },
      virtualMemory: { virtualMemSize: 1 },
    },
  });
  const post = (path, body) => [rendered('POST', path, body)];
  const get = (path, body) => [rendered('GET', path, body)];
  const compute = (body) => get('/capacity/compute/query', { computeResourceTypeId: 'cpuCores', ...body });
  return {
    'elements.some of 1,000 ids': post('/query-reservation', { zone, elements: { some: list } }),
    'elements.every of 1,000 ids': post('/query-reservation', { zone, elements: { every: list } }),
    'elements.some of 1,000 unknown ids': post('/query-reservation', { zone, elements: { some: unknown } }),
    'without 1,000 ids': post('/query-reservation', { zone, without: list }),
    'without 1,000 ids, all zones': post('/query-capacity', { without: list }),
    'query-reservation of a full zone': post('/query-reservation', { zone }),
    'query-reservation, all zones, a wide window': post('/query-reservation', { window: wide }),
    'query-capacity of all zones': post('/query-capacity', {}),
    'query-capacity of all zones, no figures': post('/query-capacity', { 'show-utilization': false }),
    'pages of 1,000': post('/query-capacity', { limit: 1_000, 'show-utilization': false }),
    'compute/query over all zones': compute({ limit: 1_000 }),
    'compute/query with a timeline of a full zone': compute({
      zoneId: zone,
      timePeriod: period,
      showTimeline: true,
    }),
    'compute/query with a timeline over all zones': compute({ timePeriod: period, showTimeline: true }),
    'compute/query about the past': compute({ zoneId: zone, timePeriod: past, showTimeline: true }),
    'shapes over all zones': get('/capacity/compute/query', {
      resourceCriteria: { virtualCPU: { numVirtualCpu: 2 }, virtualMemory: { virtualMemSize: 2_048 } },
      timePeriod: period,
      showTimeline: true,
    }),
    'network/query over all zones': get('/capacity/network/query', {
      networkResourceTypeId: 'numPublicIps',
      timePeriod: period,
      showTimeline: true,
    }),
    '/metrics': get('/metrics'),
    '/openapi.json': get('/openapi.json'),
    'a probe with a large body': [written('/readyz', JSON.stringify({ list }).repeat(4))],
    'a page of the console with a large body': [written('/console/a', JSON.stringify({ list }).repeat(4))],
    'a script of /docs': get('/docs/swagger-ui-bundle.js'),
    '/self-check': post('/self-check', {}),
    'lists with limit=1000': ['reservations', 'providers', 'pools', 'zones'].map((name) =>
      rendered('GET', `/${name}?limit=1000`),
    ),
    'records of a reservation, a provider and a zone': [
      `/reservations/${ids[0]}`,
      `/providers/${providerId}`,
      `/zones/${zone}/addresses`,
    ].flatMap((path) => get(path)),
    'lists with limit=100': ['reservations', 'instances', 'providers', 'pools', 'zones'].flatMap((name) =>
      get(`/${name}?limit=100`),
    ),
    'a reservation with 1,000 instances': get(`/reservations/${drawnId}`),
    'a reservation of 700 containers': get(`/reservation/compute/query?reservationId=${contained[0]}`),
    '20 reservations of 700 containers': get('/reservation/compute/query', {
      queryReservationFilter: contained.map((reservationId) => ({ reservationId })),
    }),
    'a change of a reservation of 700 containers': post('/reservation/compute/update', {
      reservationId: contained[0],
      name: 'bench',
    }),
    'another name for an instance': [rendered('PATCH', `/instances/${instanceId}`, { name: 'bench' })],
    'moves between zones': list.flatMap((id, index) =>
      post('/update-reservation', { 'reservation-id': id, zone: `${zone}-${(index % MOVED_INTO) + 1}` }),
    ),
    'the same provider again': post('/add-provider', {
      'provider-type': 'simulated',
      endpoint: 'http://bench.example:5000/v3',
      username: 'bench',
      password: 'bench',
      zone: `${zone}-1`,
    }),
    subscriptions: post('/reservation/subscribe', { inputFilter: [] }),
    'API keys': post('/keys', { name: 'bench', role: 'auditor' }),
    'a reservation that fits in no zone': post('/create-reservation', { capacity: huge }),
    'a reservation that does not fit': post('/create-reservation', { zone, capacity: huge }),
    'containers that fit in no zone': post('/reservation/compute/create', {
      startTime: time(now + DAY),
      virtualizationContainerReservation: Array.from({ length: 900 }, (_, index) => ({
        ...container(index),
        containerFlavor: { virtualCpu: { numVirtualCpu: 32_767 } },
      })),
    }),
    '900 containers': post('/reservation/compute/create', {
      zoneId: zone,
      startTime: time(now + DAY),
      virtualizationContainerReservation: Array.from({ length: 900 }, (_, index) => container(index)),
    }),
    'a series of 366': post('/create-reservation', { zone, ...day, repeat: SERIES, 'dry-run': true }),
    'a series that fits in no zone': post('/create-reservation', { ...day, capacity: huge, repeat: SERIES }),
    'windows of a full zone': post('/find-windows', {
      zone,
      capacity: huge,
      duration: 300 * DAY,
      limit: 100,
    }),
    'windows of all zones': post('/find-windows', { capacity: { cores: 30_000 }, duration: 300 * DAY }),
    'a reservation that waits': post('/create-reservation', {
      zone,
      ...day,
      capacity: huge,
      wait: true,
      'dry-run': true,
    }),
    'a held reservation': post('/create-reservation', { zone, ...day, hold: 60, 'dry-run': true }),
    'a usage report per reservation': get(`/reports/usage?by=reservation&from=${wide.start}&to=${wide.end}`),
    'a usage report per tenant of a zone': get(
      `/reports/usage?by=tenant&zone=${zone}&from=${wide.start}&to=${wide.end}`,
    ),
    'an idle report': get('/reports/idle?threshold=0.9&limit=1000'),
    'a forced decrease': post('/decrease-capacity', {
      source: providerId,
      capacity: { cores: 300_000 },
      force: true,
      'dry-run': true,
    }),
    'a reservation of 1,000 elements': post('/create-reservation', {
      zone,
      capacity: { cores: 1 },
      elements: list,
    }),
    '60,000 addresses': post('/reservation/network/create', {
      zoneId: zone,
      networkReservation: { numPublicIps: 60_000 },
    }),
    '1,000 ranges': post('/increase-capacity', {
      source: providerId,
      capacity: { addresses: 1 },
      publicIps: Array.from({ length: 1_000 }, (_, index) => `203.${index >> 8}.${index & 255}.0/24`),
    }),
    'inputFilter of empty objects': post('/reservation/subscribe', { inputFilter: filledList({}) }),
    'inputFilter of 1,000 ids': post('/reservation/subscribe', {
      inputFilter: unknown.map((reservationId) => ({ reservationId })),
    }),
    'queryReservationFilter of 1,000 ids': get('/reservation/compute/query', {
      queryReservationFilter: list.map((reservationId) => ({ reservationId })),
    }),
    'queryReservationFilter of numbers': get('/reservation/compute/query', {
      queryReservationFilter: filledList(1),
    }),
    'elements of a large body': post('/create-reservation', { zone, elements: filledList('x') }),
    'containers of odd types': post('/reservation/compute/create', {
      virtualizationContainerReservation: filledList({ containerFlavor: [] }),
    }),
    'deep nesting': [written('/create-reservation', `{"zone":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    'wide nesting': post('/create-reservation', { elements: filledList([[]]) }),
    'a long string': post('/create-reservation', { zone: 'x'.repeat(BODY_BYTES - 100) }),
    'unknown members': post('/create-reservation', names(12_000, 1)),
    'unknown members of a list': post('/reservation/subscribe', {
      inputFilter: Array.from({ length: 900 }, () => names(10, 1)),
    }),
    'escaped text': [written('/create-reservation', `{"zone":"${'\\u0041'.repeat(40_000)}"}`)],
    'no JSON': [written('/create-reservation', '[1,'.repeat(80_000))],
    'many query parameters': [rendered('GET', `/reservations?${'label=a:b&'.repeat(700)}limit=1000`)],
  };
}
