import { DeliverySlots, hasRoomFor, type Place } from './delivery-slots.js';

const A = 'http://a.example';
const at = (endpoint: string, tenant = ''): Place => ({ endpoint, tenant });

const freeAt = (slots: DeliverySlots, endpoint = A) => slots.room().perEndpoint[endpoint]?.free;

it('gives an endpoint one request until it acknowledges, then eight, and one after as many failures', () => {
  const slots = new DeliverySlots();
  expect(slots.room()).toMatchObject({ otherwise: 1, perEndpoint: {} });
  slots.take(at(A));
  expect(freeAt(slots)).toBe(0);
  slots.note(at(A), true);
  expect(freeAt(slots)).toBe(7);
  for (let taken = 1; taken < 8; taken++) slots.take(at(A));
  expect(freeAt(slots)).toBe(0);
  for (let failures = 1; failures < 8; failures++) slots.note(at(A), false);
  slots.note(at(A), true);
  for (let failures = 1; failures < 8; failures++) slots.note(at(A), false);
  slots.give(at(A));
  expect(freeAt(slots)).toBe(1);
  slots.note(at(A), false);
  slots.take(at(A));
  for (let given = 0; given < 7; given++) slots.give(at(A));
  expect(freeAt(slots)).toBe(0);
  slots.give(at(A));
  expect(freeAt(slots)).toBe(1);
  expect(slots.room()).toMatchObject({ otherwise: 1, total: 512 });
});

it('leaves half of all requests to endpoints that answer, however many hang', () => {
  const slots = new DeliverySlots();
  slots.note(at(A), true);
  for (let index = 0; index < 256; index++) slots.take(at(`http://${index}.example`));
  expect(slots.room()).toMatchObject({ otherwise: 0, total: 256 });
  expect(freeAt(slots)).toBe(8);
});

it('forgets the endpoints that were used longest ago', () => {
  const slots = new DeliverySlots();
  slots.note(at(A), true);
  for (let index = 0; index < 1_000; index++) slots.note(at(`http://${index}.example`), true);
  const { perEndpoint } = slots.room();
  expect(perEndpoint[A]).toBeUndefined();
  expect(Object.keys(perEndpoint)).toHaveLength(1_000);
});

it('reports which endpoints have room left', () => {
  const slots = new DeliverySlots();
  expect(hasRoomFor(slots.room(), at(A))).toBe(true);
  slots.take(at(A));
  expect(hasRoomFor(slots.room(), at(A))).toBe(false);
  expect(hasRoomFor(slots.room(), at('http://b.example'))).toBe(true);
  slots.note(at(A), true);
  expect(hasRoomFor(slots.room(), at(A))).toBe(true);
  for (let index = 0; index < 256; index++) slots.take(at(`http://${index}.example`));
  expect(hasRoomFor(slots.room(), at('http://b.example'))).toBe(false);
  // An answer of an endpoint that acknowledges frees no place for those that haven't answered yet.
  expect(hasRoomFor(slots.room(), at(A))).toBe(true);
});

it('gives a tenant one request of an endpoint until the endpoint acknowledges one of its own', () => {
  const slots = new DeliverySlots();
  slots.note(at(A, 'blue'), true);
  slots.take(at(A, 'red'));
  const roomOf = (tenant: string) => slots.room().perEndpoint[A].tenants.get(tenant);
  expect([roomOf('red'), roomOf('blue')]).toEqual([
    { held: 1, most: 1 },
    { held: 0, most: 8 },
  ]);
  expect(['red', 'blue', 'green'].map((tenant) => hasRoomFor(slots.room(), at(A, tenant)))).toEqual([
    false,
    true,
    true,
  ]);
  slots.note(at(A, 'red'), true);
  expect(roomOf('red')).toEqual({ held: 1, most: 8 });
});

it('takes no slot of an endpoint from others for the failures of a tenant that never reached it', () => {
  const slots = new DeliverySlots();
  slots.note(at(A, 'blue'), true);
  for (let failures = 0; failures < 20; failures++) slots.note(at(A, 'red'), false);
  expect(freeAt(slots)).toBe(8);
});

it('names the tenant that was served last', () => {
  const slots = new DeliverySlots();
  for (const tenant of ['red', 'blue']) {
    slots.take(at(A, tenant));
    slots.give(at(A, tenant));
  }
  expect(slots.room().perEndpoint[A]).toEqual({ free: 1, last: 'blue', tenants: new Map() });
});
