import { maskedAddress } from './masked-address.js';

it.each([
  ['https://a.example/hook', 'https://a.example/hook'],
  ['https://a.example/hook?token=secret', 'https://a.example/hook?token=***'],
  ['https://a.example/?a=1&secret&b==x?y', 'https://a.example/?a=***&***&b=***'],
])('%s is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
