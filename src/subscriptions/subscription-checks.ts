import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { idOf } from '../kernel/identifiers.js';
import { isMasked } from '../kernel/masked-address.js';
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
   * @throws DomainError `invalid-request` for an address that the guard forbids, or that an answer has masked
   */
  address(callbackUri: string | undefined): void {
    if (callbackUri === undefined) return;
    if (isMasked(callbackUri))
      throw DomainError.invalidField(['callbackUri'], 'has *** in place of a value that answers mask');
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
   * @param known those that the filter has already: they may have ended since
   * @throws DomainError `unknown-reservation`, also for one of another tenant
   */
  async watched(
    caller: Principal,
    references: readonly string[],
    { tenant, known = [] }: { readonly tenant?: string; readonly known?: readonly string[] },
  ): Promise<string[]> {
    const before = new Set<string | undefined>(known);
    const watched = references.map((reference, index) => ({
      reference,
      id: idOf('ResourceReservation', reference),
      place: ['inputFilter', index, 'reservationId'],
    }));
    const added = watched.filter(({ id }) => !before.has(id));
    const wanted = added.map(({ reference }) => reference);
    let checked = 0;
    for await (const found of this.reservations.liveInParts(caller, wanted, (index) => added[index].place)) {
      const foreign = found.findIndex(({ record }) => tenant !== undefined && record.tenant !== tenant);
      if (foreign >= 0) throw unknownAt(added[checked + foreign].place);
      checked += found.length;
    }
    return [...new Set(watched.flatMap(({ id }) => id ?? []))];
  }
}
