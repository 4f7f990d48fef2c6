import { mergeFilter } from './filter-merge.js';

it('nests dotted parameters', () => {
  const query = { 'resourceCriteria.virtualCPU.numVirtualCpu': '2', zoneId: 'a', limit: '5' };
  expect(mergeFilter({}, query)).toEqual({
    resourceCriteria: { virtualCPU: { numVirtualCpu: '2' } },
    zoneId: 'a',
    limit: '5',
  });
});

it('makes lists of numbered parameters', () => {
  const query = { 'q.1.id': 'b', 'q.0.id': 'a', 'q.0.at.from': 'x', 's.0': '1', 't.1': '2' };
  expect(mergeFilter({}, query)).toEqual({
    q: [{ id: 'a', at: { from: 'x' } }, { id: 'b' }],
    s: ['1'],
    t: { 1: '2' },
  });
});

it('keeps the body where both agree', () => {
  const body = { attributeSelector: ['available'], n: 2 };
  expect(mergeFilter(body, { attributeSelector: 'available', n: '2' })).toEqual(body);
});

// Regression: a client that sends null for what it leaves out was told that body and parameter differ.
it('has the parameter where the body has null', () => {
  expect(mergeFilter({ zoneId: null }, { zoneId: 'z', toString: 'x' })).toEqual({
    zoneId: 'z',
    toString: 'x',
  });
});

it('joins the members of a nested object', () => {
  const body = { timePeriod: { startTime: 'a' } };
  expect(mergeFilter(body, { 'timePeriod.stopTime': 'b' })).toEqual({
    timePeriod: { startTime: 'a', stopTime: 'b' },
  });
  expect(body).toEqual({ timePeriod: { startTime: 'a' } });
});

it.each([
  [{ zoneId: 'a' }, { zoneId: 'b' }, 'zoneId'],
  [{ timePeriod: { startTime: 'a' } }, { 'timePeriod.startTime': 'b' }, 'timePeriod.startTime'],
  [{ timePeriod: 'a' }, { 'timePeriod.startTime': 'b' }, 'timePeriod'],
  [{ reservationId: 'x' }, { reservationId: ['x', 'y'] }, 'reservationId'],
])('refuses %j with %j', (body, query, name) => {
  expect(() => mergeFilter(body, query)).toThrow(`${name} differs between the body and the query parameters`);
});

it('refuses a parameter that is a value and an object at once', () => {
  expect(() => mergeFilter({}, { a: '1', 'a.b': '2' })).toThrow('a.b is given both');
  expect(() => mergeFilter({}, { 'a.b': '2', a: '1' })).toThrow('a is given both');
});

it('never reaches a prototype', () => {
  const query = { '__proto__.x': '1', 'a.constructor.prototype.x': '1', 'toString.x': '1' };
  expect(Object.keys(mergeFilter({}, query))).toEqual(['toString']);
  expect({}).not.toHaveProperty('x');
});
