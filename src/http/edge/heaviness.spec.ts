import { heavinessOf } from './heaviness.js';

function asked(address: string, body?: object, method = 'POST') {
  const { pathname, searchParams } = new URL(address, 'http://127.0.0.1');
  const query = Object.fromEntries(searchParams);
  return heavinessOf({ method, path: pathname, url: address, query, body });
}

const PAST = { startTime: '2001-01-01T00:00:00Z', stopTime: '2002-01-01T00:00:00Z' };
const CLASS = { computeResourceTypeId: 'cpuCores' };

describe('a request that may take long', () => {
  it.each([
    ['/query-capacity', { zone: 'a' }],
    ['/Query-Reservation/', {}],
    ['/self-check', {}],
    ['/capacity/compute/query', CLASS],
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a', showTimeline: true }],
    ['/capacity/compute/query', { zoneId: 'a', resourceCriteria: {} }],
    ['/capacity/compute/query?zoneId=a&resourceCriteria.virtualCPU.numVirtualCpu=2', {}],
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a', timePeriod: PAST }],
    [
      '/capacity/compute/query?zoneId=a&timePeriod.startTime=2001-01-01T00:00:00Z&timePeriod.stopTime=2002-01-01T00:00:00Z',
      CLASS,
    ],
    ['/capacity/compute/query?limit=1000', CLASS],
    ['/capacity/network/query', { networkResourceTypeId: 'publicIps' }],
    ['/find-windows', { zone: 'a', capacity: { cores: 1 }, duration: 60 }],
  ])('is answered in parts: %s with %j', (address, body) => {
    expect(asked(address, body)).toBe('in-parts');
  });

  it.each([
    '2001-01-01T00:00:00+01',
    '2001-01-01T00:00:00,5Z',
    '2001-01-01 00:00:00 +01:00',
    ' 2001-01-01T00:00:00Z',
  ])('is answered in parts if it asks for the past in any form that the service reads: %j', (startTime) => {
    const timePeriod = { ...PAST, startTime };
    expect(asked('/capacity/compute/query', { ...CLASS, zoneId: 'a', timePeriod })).toBe('in-parts');
  });

  it.each([
    ['timePeriod.startTime=2001-01-01T00:00:00Z', { timePeriod: { stopTime: '2002-01-01T00:00:00Z' } }],
    ['%72esourceCriteria.virtualCPU.numVirtualCpu=2', {}],
  ])('is answered in parts if a parameter alone makes it heavy: %s with %j', (parameter, body) => {
    expect(asked(`/capacity/compute/query?zoneId=a&${parameter}`, { ...CLASS, ...body })).toBe('in-parts');
  });

  it.each([
    ['/reservations?limit=1000', undefined],
    ['/reservation/compute/query', { limit: 1000 }],
    ['/create-reservation', { zone: 'a', capacity: { cores: 1 }, repeat: 'FREQ=DAILY;COUNT=366' }],
    ['/update-reservation', { 'series-id': 'a', capacity: { cores: 1 } }],
    ['/reservation/compute/create', { zoneId: 'a', repeat: 'FREQ=DAILY;COUNT=2' }],
    ['/reservation/compute/create', { virtualizationContainerReservation: Array(33).fill({}) }],
    ['/decrease-capacity', { source: 'a', capacity: { cores: 1 }, force: true }],
    ['/create-reservation', { repeat: 'FREQ=DAILY;COUNT=366', 'dry-run': true }],
  ])('is answered at once: %s with %j', (address, body) => {
    expect(asked(address, body)).toBe('at-once');
  });

  it.each([
    ['/create-reservation', { zone: 'a', capacity: { cores: 1 }, 'dry-run': 'true' }],
    ['/reservation/compute/create', { zoneId: 'a', dryRun: true }],
    ['/reservation/compute/0190?dryRun=true', undefined],
  ])('waits for those that promise something: %s with %j', (address, body) => {
    expect(asked(address, body)).toBe('dry-run');
  });

  it.each([
    '/reservations',
    '/reservations?limit=100',
    '/Reservations/0190/',
    '/zones/a/addresses',
    '/subscriptions/0190/deliveries',
    '/reservation/compute/query?reservationId=0190',
  ])('reads records: %s', (address) => {
    expect([asked(address, undefined, 'GET'), asked(address, undefined, 'HEAD')]).toEqual(['read', 'read']);
  });

  it.each([
    ['PATCH', '/instances/0190'],
    ['DELETE', '/subscriptions/0190'],
    ['POST', '/keys'],
    ['POST', '/reservation/subscribe'],
    ['POST', '/capacity/network/subscribe'],
    ['POST', '/capacity/compute/notification'],
  ])('writes records: %s %s', (method, address) => {
    expect(asked(address, {}, method)).toBe('write');
  });

  it.each([
    ['DELETE', '/providers/0190'],
    ['DELETE', '/pools/0190'],
    ['POST', '/providers/0190/discover'],
    ['DELETE', '/reservation/compute/0190'],
    ['GET', '/whoami'],
    ['GET', '/reports/usage'],
  ])('is neither: %s %s', (method, address) => {
    expect(asked(address, {}, method)).toBeUndefined();
  });

  it.each(['/openapi.json', '/OpenAPI.json/', '/docs/swagger-ui.css', '/console/assets/index.js'])(
    'is answered with a large document: %s',
    (address) => {
      expect(asked(address)).toBe('document');
    },
  );

  it.each([
    ['/create-reservation', { zone: 'a', capacity: { cores: 1 } }],
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a' }],
    ['/capacity/compute/query?zoneId=a&showTimeline=false', CLASS],
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a', timePeriod: { startTime: '2999-01-01T00:00:00Z' } }],
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a', timePeriod: { startTime: '0', stopTime: null } }],
    // From now on, as their ends are still to come.
    ['/capacity/compute/query', { ...CLASS, zoneId: 'a', timePeriod: { startTime: PAST.startTime } }],
    [
      '/capacity/compute/query',
      { ...CLASS, zoneId: 'a', timePeriod: { ...PAST, stopTime: '2999-01-01T00:00:00Z' } },
    ],
    ['/reservation/compute/query', { limit: { toString: 1, valueOf: 'nan' } }],
    ['/create-reservation', { zone: 'a', capacity: { cores: 1 }, 'dry-run': 'false' }],
    ['/livez', undefined],
    ['/docs', undefined],
    ['/console/capacity', undefined],
    ['/reservation/compute/create', { virtualizationContainerReservation: Array(32).fill({}) }],
    ['/decrease-capacity', { source: 'a', capacity: { cores: 1 }, force: false }],
    ['/reports/usage', undefined],
  ])('is not %s with %j', (address, body) => {
    expect(asked(address, body)).toBeUndefined();
  });
});
