import { hasTooManyStructures, MAX_STRUCTURES } from './json-body.js';

function bodyWith(elements: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify({ list: elements }));
}

describe('the number of objects and lists of a body', () => {
  it.each([
    ['objects', {}],
    ['lists', []],
  ])('may be as large as the maximum, but not larger: %s', (_, element) => {
    const rest = MAX_STRUCTURES - 2;
    expect(hasTooManyStructures(bodyWith(Array(rest).fill(element)))).toBe(false);
    expect(hasTooManyStructures(bodyWith(Array(rest + 1).fill(element)))).toBe(true);
  });

  it('does not count the brackets of texts', () => {
    const text = '{["\\{[\\'.repeat(MAX_STRUCTURES);
    expect(hasTooManyStructures(bodyWith([text, { [text]: 1 }]))).toBe(false);
    expect(hasTooManyStructures(bodyWith([text, ...Array<object>(MAX_STRUCTURES).fill({})]))).toBe(true);
  });

  it('is fine for bytes that are no JSON', () => {
    expect(hasTooManyStructures(Buffer.from('"'.repeat(50_001)))).toBe(false);
    expect(hasTooManyStructures(Buffer.from('[1,'.repeat(50_000)))).toBe(true);
  });
});
