import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import type { Principal } from '../kernel/principal.js';
import { ReservationsReader, unknownAt } from '../reservations/reservations.reader.js';
import { CallbackGuard } from '../security/callback-guard.js';
import { AddressRefused } from '../security/network-guard.js';

/** Validates the references of a subscription when it is made or changed. */
@Injectable()
export class SubscriptionChecks {
  constructor(
    private readonly reservations: ReservationsReader,
    private readonly guard: CallbackGuard,
  ) {}

  /**
   * Checks literal addresses. Host names are checked at each delivery.
   *
   * @throws DomainError `invalid-request` for an address that the guard forbids
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
   * The ids in a filter, each once.
   *
   * @throws DomainError `unknown-reservation`, also for one of another tenant
   */
  async watched(
    caller: Principal,
    references: readonly string[],
    tenant: string | undefined,
  ): Promise<string[]> {
    const placeOf = (index: number) => ['inputFilter', index, 'reservationId'];
    const watched: string[] = [];
    for await (const found of this.reservations.liveInParts(caller, references, placeOf)) {
      const foreign = found.findIndex(({ record }) => tenant !== undefined && record.tenant !== tenant);
      if (foreign >= 0) throw unknownAt(placeOf(watched.length + foreign));
      watched.push(...found.map(({ record }) => record.id));
    }
    return [...new Set(watched)];
  }
}
