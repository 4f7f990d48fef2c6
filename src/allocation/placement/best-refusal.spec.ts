import { DomainError, type CounterOffer } from '../../kernel/domain-error.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { AddressesWanted } from '../admission/refusals.js';
import { BestRefusal } from './best-refusal.js';

const EARLY = { start: 10, end: 20 };
const LATE = { start: 30, end: 40 };
const WANTED = { cores: 4, ram: 4 };

function refusal(code: string, offer?: CounterOffer): DomainError {
  return new DomainError('conflict', code, `refused: ${code}`, { offer });
}

function offering(code: string, maxCapacity: ResourceAmounts, more: Partial<CounterOffer> = {}): DomainError {
  return refusal(code, { maxCapacity, ...more });
}

function bestOf(refusals: readonly DomainError[], wanted?: ResourceAmounts): DomainError | undefined {
  const best = new BestRefusal(wanted);
  for (const each of refusals) best.add(each);
  return best.refusal;
}

describe('the best refusal of several zones', () => {
  it('is none if no zone has refused', () => {
    expect(bestOf([], WANTED)).toBeUndefined();
  });

  const less = offering('less', { cores: 1, ram: 4 });
  const more = offering('more', { cores: 3, ram: 3 });
  const same = offering('same', { cores: 3, ram: 3 });
  const bare = refusal('bare');

  it.each([
    { refusals: [less, more], best: 'more' },
    { refusals: [more, less], best: 'more' },
    { refusals: [more, same], best: 'more' },
    { refusals: [same, more], best: 'same' },
    { refusals: [bare, less], best: 'less' },
    { refusals: [less, bare], best: 'less' },
    { refusals: [bare, refusal('second')], best: 'bare' },
  ])('offers the most, and is the first one on a tie: $best', ({ refusals, best }) => {
    expect(bestOf(refusals, WANTED)?.code).toBe(best);
  });

  it('is the first one where the demand is not known', () => {
    expect(bestOf([less, more])?.code).toBe('less');
  });

  it('names the earliest window of all zones', () => {
    const refusals = [
      offering('less', { cores: 1, ram: 1 }, { nextWindow: LATE }),
      offering('none', { cores: 0, ram: 0 }, { nextWindow: EARLY }),
      offering('more', { cores: 3, ram: 3 }, { nextWindow: { start: 50, end: 60 } }),
      offering('last', { cores: 0, ram: 0 }),
    ];
    const best = bestOf(refusals, WANTED);
    expect(best).toMatchObject({ code: 'more', message: 'refused: more' });
    expect(best?.offer).toEqual({ maxCapacity: { cores: 3, ram: 3 }, nextWindow: EARLY });
  });

  it('keeps the offer for one occurrence, and takes no window from it', () => {
    const occurrence = { start: 0, end: 10 };
    const ofOne = offering('one', { cores: 3, ram: 3 }, { occurrence, nextWindow: EARLY });
    const whole = offering('whole', { cores: 1, ram: 1 }, { nextWindow: LATE });
    expect(bestOf([ofOne, whole], WANTED)).toBe(ofOne);
    const roomier = offering('roomier', { cores: 3, ram: 4 }, { nextWindow: LATE });
    expect(bestOf([ofOne, roomier], WANTED)?.offer?.nextWindow).toEqual(LATE);
  });

  it('is of the same class as it was, which has the zone extended', () => {
    const wanted = new AddressesWanted(3);
    expect(bestOf([wanted, bare], WANTED)).toBe(wanted);
  });
});
