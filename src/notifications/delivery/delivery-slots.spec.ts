import { DeliverySlots, hasRoomFor } from './delivery-slots.js';

const A = 'http://a.example';

it('gives an endpoint one request until it acknowledges, then eight, and one after as many failures', () => {
  const slots = new DeliverySlots();
  expect(slots.room()).toMatchObject({ otherwise: 1, perEndpoint: {} });
  slots.take(A);
  expect(slots.room().perEndpoint).toEqual({ [A]: 0 });
  slots.note(A, true);
  expect(slots.room().perEndpoint).toEqual({ [A]: 7 });
  for (let taken = 1; taken < 8; taken++) slots.take(A);
  expect(slots.room().perEndpoint).toEqual({ [A]: 0 });
  for (let failures = 1; failures < 8; failures++) slots.note(A, false);
  slots.note(A, true);
  for (let failures = 1; failures < 8; failures++) slots.note(A, false);
  slots.give(A);
  expect(slots.room().perEndpoint).toEqual({ [A]: 1 });
  slots.note(A, false);
  slots.take(A);
  for (let given = 0; given < 7; given++) slots.give(A);
  expect(slots.room().perEndpoint).toEqual({ [A]: 0 });
  slots.give(A);
  expect(slots.room()).toMatchObject({ otherwise: 1, perEndpoint: {}, total: 512 });
});

it('leaves half of all requests to endpoints that answer, however many hang', () => {
  const slots = new DeliverySlots();
  slots.note(A, true);
  for (let index = 0; index < 256; index++) slots.take(`http://${index}.example`);
  expect(slots.room()).toMatchObject({ otherwise: 0, total: 256 });
  expect(slots.room().perEndpoint[A]).toBe(8);
});

it('forgets the endpoints that were used longest ago', () => {
  const slots = new DeliverySlots();
  slots.note(A, true);
  for (let index = 0; index < 1_000; index++) slots.note(`http://${index}.example`, true);
  const { perEndpoint } = slots.room();
  expect(perEndpoint[A]).toBeUndefined();
  expect(Object.keys(perEndpoint)).toHaveLength(1_000);
});

it('reports which endpoints have room left', () => {
  const slots = new DeliverySlots();
  expect(hasRoomFor(slots.room(), A)).toBe(true);
  slots.take(A);
  expect(hasRoomFor(slots.room(), A)).toBe(false);
  expect(hasRoomFor(slots.room(), 'http://b.example')).toBe(true);
  slots.note(A, true);
  expect(hasRoomFor(slots.room(), A)).toBe(true);
  for (let index = 0; index < 256; index++) slots.take(`http://${index}.example`);
  expect(hasRoomFor(slots.room(), A)).toBe(false);
});
