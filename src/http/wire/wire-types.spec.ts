import { FOREVER } from '../../kernel/time-window.js';
import {
  amountCheck,
  booleanTextCheck,
  listCheck,
  oneOrListCheck,
  referenceCheck,
  textCheck,
  timeCheck,
} from './wire-checks.js';
import { readAmount, readBoolean, readEnd, readList, readStart } from './wire-types.js';

const ID = '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11';

describe('an amount', () => {
  const check = amountCheck(32_767);

  it.each([0, 1, 32_767, '0', '5', '32767', '007', 1e3])('may be %j', (value) => {
    expect(check(value)).toBeUndefined();
  });

  it.each(['abc', -5, 1.5, 40_000, '40000', ' 5 ', '0x10', '', '1.0', '1e3', '-1', '٣', '9'.repeat(400)])(
    'may not be %j',
    (value) => {
      expect(check(value)).toEqual({ path: [], detail: 'must be an integer from 0 to 32767' });
    },
  );

  it.each([true, null, undefined, NaN, Infinity, 2 ** 63, [], [5], {}])('may not be %p', (value) => {
    expect(check(value)).toBeDefined();
  });

  it('may have a least value', () => {
    expect(amountCheck(1000, 1)(0)).toEqual({ path: [], detail: 'must be an integer from 1 to 1000' });
  });

  it('is read as a number', () => {
    expect(readAmount('32767')).toBe(32_767);
    expect(Object.is(readAmount(-0), 0)).toBe(true);
    expect(() => readAmount('x')).toThrow(RangeError);
  });
});

describe('a time', () => {
  it.each(['2030-01-01T00:00:00Z', '2030-01-01T02:00:00+02:00', '2030-01-01T00:00Z'])('may be %s', (text) => {
    expect(timeCheck('start')(text)).toBeUndefined();
    expect(timeCheck('end')(text)).toBeUndefined();
    expect(readStart(text, 7)).toBe(1_893_456_000);
    expect(readEnd(text)).toBe(1_893_456_000);
  });

  it.each(['', 'tomorrow', '2030-02-30T00:00:00Z', '2030-01-01', 5, true, {}, [], '00'])(
    'may not be %j',
    (value) => {
      expect(timeCheck('start')(value)?.detail).toContain('ISO 8601');
      expect(timeCheck('end')(value)?.detail).toContain('ISO 8601');
    },
  );

  it.each([undefined, null, 0, '0'])('%j as a start is now', (value) => {
    expect(timeCheck('start')(value)).toBeUndefined();
    expect(readStart(value, 1234)).toBe(1234);
  });

  it('as an end may be null only where that is allowed', () => {
    expect(timeCheck('end')(null)).toBeDefined();
    expect(timeCheck('end', { nullable: true })(null)).toBeUndefined();
    expect(timeCheck('end')(0)).toBeDefined();
    expect([readEnd(null), readEnd(undefined)]).toEqual([FOREVER, FOREVER]);
  });

  it('as an end is rounded up', () => {
    expect(readEnd('1970-01-01T00:00:01.2Z')).toBe(2);
    expect(readStart('1970-01-01T00:00:01.9Z', 0)).toBe(1);
  });
});

describe('other values', () => {
  it('a reference is an id with or without its kind', () => {
    expect([ID, `ResourcePool:${ID}`].map(referenceCheck())).toEqual([undefined, undefined]);
    for (const wrong of ['x', `Pool:${ID}`, '', null, 5]) expect(referenceCheck()(wrong)).toBeDefined();
  });

  it('a text has a length', () => {
    expect([textCheck(3)('abc'), textCheck(3)('☃')]).toEqual([undefined, undefined]);
    for (const wrong of ['', 'abcd', 5, null, ['a']]) expect(textCheck(3)(wrong)).toBeDefined();
  });

  it('a boolean may be text', () => {
    for (const right of [true, false, 'true', 'FALSE']) expect(booleanTextCheck()(right)).toBeUndefined();
    for (const wrong of ['yes', 1, 0, null, '']) expect(booleanTextCheck()(wrong)).toBeDefined();
    expect([readBoolean(true), readBoolean('True'), readBoolean('false')]).toEqual([true, true, false]);
  });

  it('a list says which element is wrong', () => {
    expect(listCheck(textCheck())(['a', 'b', 5])?.path).toEqual([2]);
    expect(listCheck(textCheck())('a')?.path).toEqual([]);
    expect(listCheck(textCheck(), 2)(['a', 'b', 'c'])).toBeDefined();
    expect([oneOrListCheck(textCheck())('a'), oneOrListCheck(textCheck())(['a'])]).toEqual([
      undefined,
      undefined,
    ]);
    expect([readList('a'), readList(['a', 'b']), readList(undefined)]).toEqual([['a'], ['a', 'b'], []]);
  });
});
