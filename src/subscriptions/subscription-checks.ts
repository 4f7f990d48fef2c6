import { Injectable } from '@nestjs/common';
import { unknownReservation } from '../allocation/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { ReservationsReader } from '../reservations/reservations.reader.js';
import { CallbackGuard } from '../security/callback-guard.js';
import { AddressRefused } from '../security/network-guard.js';

/** What has to be true of what a subscription names, when it is made and when it is changed. */
@Injectable()
export class SubscriptionChecks {
  constructor(
    private readonly reservations: ReservationsReader,
    private readonly guard: CallbackGuard,
  ) {}

  /**
   * What a name resolves to is looked at when something is sent; an address can be refused now.
   *
   * @throws DomainError `invalid-request` for an address nothing may be sent to
   */
  address(callbackUri: string | undefined): void {
    if (callbackUri === undefined) return;
    try {
      this.guard.checkLiteral(new URL(callbackUri));
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      throw DomainError.invalidField(['callbackUri'], `is refused: ${error.message}`);
    }
  }

  /**
   * The ids of what a filter names; a reservation that is named twice is watched once.
   *
   * @throws DomainError `unknown-reservation`, also for one that is another tenant's
   */
  async watched(references: readonly string[], tenant: string | undefined): Promise<string[]> {
    const found = await this.reservations.live(references, 'inputFilter');
    if (tenant !== undefined && found.some(({ record }) => record.tenant !== tenant)) {
      throw unknownReservation('inputFilter');
    }
    return [...new Set(found.map(({ record }) => record.id))];
  }
}
