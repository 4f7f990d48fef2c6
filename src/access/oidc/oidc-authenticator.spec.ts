import { claimAt, onlyTextOf, textsOf } from './oidc-authenticator.js';

it('finds a claim by its name, or through its dots', () => {
  const claims = { 'https://a.example/roles': ['x'], realm: { access: { roles: ['y'] } }, flat: 'z' };
  expect(claimAt(claims, 'https://a.example/roles')).toEqual(['x']);
  expect(claimAt(claims, 'realm.access.roles')).toEqual(['y']);
  expect(claimAt(claims, 'flat')).toBe('z');
  const client = { resource_access: { capacity: { roles: ['no'] }, 'capacity.example': { roles: ['w'] } } };
  expect(claimAt(client, 'resource_access.capacity.example.roles')).toEqual(['w']);
  expect([claimAt(claims, 'flat.x'), claimAt(claims, 'realm.none'), claimAt(claims, 'toString')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('reads texts alone', () => {
  expect(textsOf(['a', 1, null, 'b'])).toEqual(['a', 'b']);
  expect(textsOf('a')).toEqual(['a']);
  expect([textsOf(undefined), textsOf({ a: 'b' })]).toEqual([[], []]);
});

it('reads one text, and none of several', () => {
  expect([onlyTextOf('a'), onlyTextOf(['a'])]).toEqual(['a', 'a']);
  for (const claim of [['a', 'b'], ['a', 1], [], [1], undefined, null, { a: 'b' }]) {
    expect(onlyTextOf(claim)).toBeUndefined();
  }
});
