import { fromWire, HOUR, type Instant } from '../kernel/instant';
import { fromLocalInput, isShownTwice, toLocalInput } from './local-input';

const SUMMER_BEGINS = fromWire('2027-03-28T01:00:00Z');
const SUMMER_ENDS = fromWire('2027-10-31T01:00:00Z');
const berlin = (instant: Instant): number =>
  instant >= SUMMER_BEGINS && instant < SUMMER_ENDS ? 2 * HOUR : HOUR;

const FIRST = fromWire('2027-10-31T00:30:00Z');
const SECOND = fromWire('2027-10-31T01:30:00Z');
const read = (text: string, former?: Instant) => fromLocalInput(text, former, berlin);

describe('the local time in a field', () => {
  it('is read back as the same instant', () => {
    expect(fromLocalInput(toLocalInput(1_900_000_020))).toBe(1_900_000_020);
    expect(fromLocalInput('')).toBeUndefined();
  });

  it('keeps its seconds', () => {
    expect(toLocalInput(1_900_000_021)).toMatch(/T\d\d:\d\d:01$/);
    expect(fromLocalInput(toLocalInput(1_900_000_021))).toBe(1_900_000_021);
  });

  it('stays in the hour of the former value when the clock shows that hour twice', () => {
    const text = '2027-10-31T02:30';
    expect([toLocalInput(FIRST, berlin), toLocalInput(SECOND, berlin)]).toEqual([text, text]);
    expect(read('2027-10-31T02:45', SECOND)).toBe(SECOND + 900);
    expect(read('2027-10-31T02:45', FIRST)).toBe(FIRST + 900);
    // Also where the same minute of the other hour is nearer.
    expect(read('2027-10-31T02:59', SECOND - 29 * 60)).toBe(SECOND + 29 * 60);
  });

  it('comes from before or after the change of the clock', () => {
    expect(read('2027-10-31T02:30', fromWire('2027-10-30T10:00:00Z'))).toBe(FIRST);
    expect(read('2027-10-31T02:30', fromWire('2027-10-31T10:00:00Z'))).toBe(SECOND);
    expect(read('2027-10-31T02:30')).toBe(FIRST);
    expect(read('2027-10-31T02:30', Infinity)).toBe(FIRST);
  });

  it('is known to be shown twice', () => {
    expect([FIRST, SECOND].map((at) => isShownTwice(at, berlin))).toEqual([true, true]);
    expect(isShownTwice(FIRST - HOUR, berlin)).toBe(false);
    expect(isShownTwice(SECOND + HOUR, berlin)).toBe(false);
  });

  it('may be one that the clock leaves out', () => {
    expect(read('2027-03-28T02:30')).toBe(fromWire('2027-03-28T01:30:00Z'));
  });
});
