import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { requiresTraits } from '../reservations/create-reservation.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import {
  earliestOf,
  findWindows,
  searchedWindow,
  type FoundWindows,
  type WindowsAsked,
} from './find-windows.js';

/** Finds the earliest windows in which a demand fits. */
@Injectable()
export class WindowsService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The earliest windows of a zone, or of all zones, each on a state that is proven current.
   *
   * @throws DomainError `unknown-zone`, `invalid-request`
   */
  async find(asked: WindowsAsked): Promise<FoundWindows> {
    checkAsked(asked, this.clock.now());
    const { zoneId } = asked;
    const zoneIds =
      zoneId === undefined ? await this.zones.all() : [await this.zones.require(zoneId, 'zone')];
    const needs = { traits: requiresTraits(asked), addresses: (asked.amounts.addresses ?? 0) > 0 };
    const found = zoneIds.map((id) =>
      this.allocation.readState(id, (state) => findWindows(state, asked), needs),
    );
    return earliestOf(await Promise.all(found), asked.limit);
  }
}

function checkAsked(asked: WindowsAsked, now: number): void {
  const { amounts, containers = [], duration, start, end } = asked;
  if (isNothing(amounts) && containers.length === 0) {
    throw DomainError.invalidField(['capacity'], 'must hold at least one non-zero amount');
  }
  if (end !== undefined && end <= (start ?? now)) {
    throw DomainError.invalidField(['window', 'end'], 'must be later than window.start');
  }
  if (end !== undefined && end <= now) {
    throw DomainError.invalidField(['window', 'end'], 'must lie in the future');
  }
  const within = searchedWindow(asked, now);
  if (duration > within.end - within.start) {
    throw DomainError.invalidField(['duration'], 'must not be longer than the window to look in');
  }
}
