import { parseParameters } from './query-parameters.js';

it.each([
  ['a=1&b.c=2', { a: '1', 'b.c': '2' }],
  ['b[c]=2&b%5Bd%5D%5Be%5D=3', { 'b.c': '2', 'b.d.e': '3' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[]=1', { a: '1' }],
  ['a=1&a[]=2', { a: ['1', '2'] }],
  ['a[0][b]=1&a[1][b]=2', { 'a.0.b': '1', 'a.1.b': '2' }],
  ['a[=1&[b]=2&a[]b=3&a[][b]=4', { 'a[': '1', '[b]': '2', 'a[]b': '3', 'a[][b]': '4' }],
])('%s', (text, parameters) => {
  expect({ ...parseParameters(text) }).toEqual(parameters);
});

it('leaves out none of many parameters', () => {
  const text = Array.from({ length: 1_500 }, (_, index) => `p${index}=1`).join('&');
  expect(Object.keys(parseParameters(text))).toHaveLength(1_500);
});
