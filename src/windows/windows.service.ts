import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { againIfChanged } from '../allocation/admission/changed-meanwhile.js';
import { noAmounts } from '../allocation/admission/refusals.js';
import { inTurns } from '../kernel/in-turns.js';
import { Configuration } from '../config/configuration.js';
import type { Remember } from '../database/remembered-request.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { requiresTraits } from '../reservations/create-reservation.js';
import { violated } from '../reservations/reservation-policy.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import {
  earliestOf,
  findWindows,
  searchedWindow,
  type FoundWindows,
  type WindowLimits,
  type WindowsAsked,
} from './find-windows.js';
import { holdFirst, type HeldWindow, type HoldAsked } from './hold-window.js';

/** Finds the earliest windows in which a demand fits. */
@Injectable()
export class WindowsService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly work: HeavyWork,
  ) {}

  /**
   * The earliest windows of a zone, or of all zones, each on a state that is proven current.
   *
   * @throws DomainError `unknown-zone`, `invalid-request`, `policy-violated` for too long a window
   */
  async find(asked: WindowsAsked): Promise<FoundWindows> {
    return earliestOf(await this.findPerZone(asked), asked.limit);
  }

  /**
   * As `find`, and holds the first window in the same step.
   *
   * @param hasKey whether what `remember` gives includes the answer for an idempotency key
   * @throws DomainError as `find`; `policy-violated` for too long a hold, too many holds, or a tenant's limit
   */
  findAndHold(
    asked: WindowsAsked,
    hold: HoldAsked,
    remember?: Remember<HeldWindow>,
    hasKey = true,
  ): Promise<HeldWindow> {
    return againIfChanged(async () => {
      const found = await this.findPerZone(asked);
      const [first] = earliestOf(found, 1).windows;
      if (!first) return { found: earliestOf(found, asked.limit) };
      const others = found.filter(({ windows }) => windows.at(0)?.zoneId !== first.zoneId);
      const admission = holdFirst(asked, hold, others, this.configuration.policies);
      const isForAnyZone = asked.zoneId === undefined;
      const request = { ...admission, isForAnyZone, remember: onlyIfHeld(remember), hasKey };
      return this.allocation.admit(first.zoneId, request);
    });
  }

  private async findPerZone(asked: WindowsAsked): Promise<FoundWindows[]> {
    const { policies } = this.configuration;
    checkAsked(asked, policies, this.clock.now());
    const { zoneId } = asked;
    const zoneIds =
      zoneId === undefined ? await this.zones.all() : [await this.zones.require(zoneId, 'zone')];
    const needs = { traits: requiresTraits(asked), addresses: (asked.amounts.addresses ?? 0) > 0 };
    return inTurns(this.work, zoneIds, (id) =>
      this.allocation.readState(id, (state) => findWindows(state, asked, policies), needs),
    );
  }
}

/** An answer that holds nothing is not stored, as a refusal is not. */
function onlyIfHeld(remember?: Remember<HeldWindow>): Remember<HeldWindow> | undefined {
  return remember && ((held) => (held.record ? remember(held) : {}));
}

function checkAsked(asked: WindowsAsked, { maxReservationSeconds }: WindowLimits, now: number): void {
  const { amounts, containers, duration, start, end } = asked;
  if (containers?.length === 0) {
    throw DomainError.invalidField(['containers'], 'must hold at least one container');
  }
  if (!containers && isNothing(amounts)) throw noAmounts('capacity');
  if (end !== undefined && end <= now) {
    throw DomainError.invalidField(['window', 'end'], 'must lie in the future');
  }
  if (end !== undefined && start !== undefined && end <= start) {
    throw DomainError.invalidField(['window', 'end'], 'must be later than window.start');
  }
  if (maxReservationSeconds !== undefined && duration > maxReservationSeconds) {
    throw violated('duration', `duration must not be more than ${maxReservationSeconds} seconds`);
  }
  const within = searchedWindow(asked, now);
  if (duration > within.end - within.start) {
    throw DomainError.invalidField(['duration'], 'must not be longer than the window to look in');
  }
}
