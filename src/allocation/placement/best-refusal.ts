import type { CounterOffer, DomainError } from '../../kernel/domain-error.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';
import { isBetter } from './offer.js';

/**
 * Chooses among the refusals of several zones that were tried with one demand. The caller gets the refusal of the zone
 * that offers the most; on a tie, that of the zone tried first. A later window may be in any zone, so the offer names the
 * earliest window of all zones.
 */
export class BestRefusal {
  private best?: DomainError;
  private readonly windows: TimeWindow[] = [];

  /** @param wanted the demand; absent: the first refusal is the best */
  constructor(private readonly wanted?: ResourceAmounts) {}

  add(refused: DomainError): void {
    if (refused.offer?.nextWindow && !refused.offer.occurrence) this.windows.push(refused.offer.nextWindow);
    if (this.best === undefined || this.isBetter(refused.offer, this.best.offer)) this.best = refused;
  }

  /** Undefined if no zone has refused. */
  get refusal(): DomainError | undefined {
    const { best } = this;
    const [nextWindow] = [...this.windows].sort((a, b) => a.start - b.start);
    // An offer for one occurrence of a series: zones may refuse different ones.
    if (!best?.offer || best.offer.occurrence) return best;
    return best.withOffer({ ...best.offer, nextWindow });
  }

  private isBetter(offer: CounterOffer | undefined, other: CounterOffer | undefined): boolean {
    if (!this.wanted || !offer) return false;
    return !other || isBetter(offer.maxCapacity, other.maxCapacity, this.wanted);
  }
}
