import { Injectable } from '@nestjs/common';
import type { AddressView } from '../allocation/addresses/address-book.js';
import { AddressRangesRepository } from '../allocation/addresses/address-ranges.repository.js';
import { AllocationService } from '../allocation/allocation.service.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { Clock } from '../kernel/clock.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { addressStepsOf, addressTimelineOf } from './address-timeline.js';
import type { CapacityAnswer } from './capacity-answer.js';
import { inTurns } from '../kernel/in-turns.js';
import { limitedFigures, type ZoneAddressFigures } from './limited-addresses.js';
import { capacityOf, figuresOf, lastUpdateOf, latestUpdateOf } from './worst-instant.js';

/** The figures of public addresses over a window. The available ones can be reserved, each zone for itself. */
@Injectable()
export class AddressCapacity {
  constructor(
    private readonly allocation: AllocationService,
    private readonly ranges: AddressRangesRepository,
    private readonly clock: Clock,
    private readonly work: HeavyWork,
  ) {}

  /** Takes each zone at its own worst instant, because a reservation lies in one zone. */
  async answer(
    zoneIds: readonly string[],
    window: TimeWindow,
    showTimeline: boolean,
  ): Promise<CapacityAnswer> {
    const parts = await inTurns(this.work, zoneIds, (zoneId) =>
      this.allocation.readAddressesWithin(zoneId, window, (fold, addresses) => ({
        zoneId,
        lastUpdate: lastUpdateOf(fold, ['addresses'], this.clock.now()),
        addresses: figuresIn(fold, addresses, window),
        steps: showTimeline ? addressStepsOf(fold, addresses, window) : undefined,
      })),
    );
    // Read last: a block that a zone takes meanwhile is then missing rather than counted twice.
    const spare = await this.ranges.spare();
    return {
      figures: limitedFigures(
        parts.map(({ addresses }) => addresses),
        spare,
      ),
      lastUpdate: latestUpdateOf(parts),
      zones: parts.map(({ zoneId, addresses }) => ({ zoneId, figures: limitedFigures([addresses], spare) })),
      timeline: showTimeline
        ? await this.work.inParts(
            addressTimelineOf(
              parts.flatMap(({ steps }) => steps ?? []),
              spare,
              window,
            ),
          )
        : undefined,
    };
  }
}

/** Of the instant with the least available by the ledger and by the free addresses, the earliest one on ties. */
function figuresIn(fold: ZoneView, addresses: AddressView, window: TimeWindow): ZoneAddressFigures {
  const zone = capacityOf(fold);
  const { own, spare } = addresses;
  const byLedger = zone.whole.leastAvailable('addresses', window);
  const held = addresses.overTime.held.greatest(window);
  const byAddresses = { at: held.at, value: own + spare - held.value };
  const [{ at }] = [byLedger, byAddresses].sort((a, b) => a.value - b.value || a.at - b.at);
  const figures = figuresOf(zone, 'addresses', window, at, byLedger.value);
  return { figures, own, free: own - addresses.heldIn(window), spare };
}
