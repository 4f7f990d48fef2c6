import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { groupsOf } from '../kernel/in-turns.js';
import type { Principal } from '../kernel/principal.js';
import { READ_AT_ONCE, ReservationsReader, unknownAt } from '../reservations/reservations.reader.js';
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
    const watched = new Set<string>();
    for (const [group, some] of groupsOf(references, READ_AT_ONCE).entries()) {
      const placeOf = (index: number) => ['inputFilter', group * READ_AT_ONCE + index, 'reservationId'];
      const found = await this.reservations.live(caller, some, placeOf);
      const foreign = found.findIndex(({ record }) => tenant !== undefined && record.tenant !== tenant);
      if (foreign >= 0) throw unknownAt(placeOf(foreign));
      for (const { record } of found) watched.add(record.id);
    }
    return [...watched];
  }
}
