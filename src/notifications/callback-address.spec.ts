import { endpointOf } from './callback-address.js';

// Regression: a dot behind the host name made it another receiver, with requests of its own.
it.each(['https://a.example', 'https://A.example.:443/x?y=z', 'https://a.example../'])(
  'counts requests to %s for the same endpoint',
  (own) => expect(endpointOf(own, { callbackDefaultUri: undefined })).toBe('https://a.example'),
);

it('counts requests to the default address for its endpoint, and none without an address', () => {
  expect(endpointOf(undefined, { callbackDefaultUri: 'http://b.example:81/x' })).toBe('http://b.example:81');
  expect(endpointOf(undefined, { callbackDefaultUri: undefined })).toBeUndefined();
});
