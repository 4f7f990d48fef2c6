import type { Provider } from '../api/records';
import { scopeOf } from './provider-scope';

const A = { providerId: 'a', zone: 'east' } as Provider;
const B = { providerId: 'b', zone: 'east' } as Provider;
const C = { providerId: 'c', zone: 'west' } as Provider;

it('the figures of a provider leave out the others of its zone', () => {
  expect(scopeOf(A, { items: [A, B, C], isCut: false })).toEqual({ zone: 'east', without: ['b'] });
});

it('the figures of a provider are not known if not all others are', () => {
  expect(scopeOf(A, { items: [A, B], isCut: true })).toBeUndefined();
});
