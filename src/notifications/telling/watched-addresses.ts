import type { AddressEntry } from '../../allocation/addresses/address-entries.js';
import { CapacityTimelines, KEPT, type Figures } from '../../allocation/fold/capacity-timelines.js';
import type { FoldEntry } from '../../allocation/fold/entry.js';
import { Timeline } from '../../allocation/timeline/timeline.js';
import { limitedFigures, type ZoneAddressFigures } from '../../capacity/limited-addresses.js';
import { only } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';

const NAME = 'addresses';

/** Numbers of addresses of one zone: declared, reserved, held, and in the zone's ranges. */
class WatchedZone {
  private readonly held = new Timeline();
  private owned = 0;
  private isNamed = false;

  /** @param timelines the zone's; the object owns them */
  constructor(private readonly timelines: CapacityTimelines) {}

  apply(entry: FoldEntry): void {
    this.timelines.apply({ ...entry, amounts: only(entry.amounts, (name) => name === NAME) });
  }

  change({ window, held, owned, isShared }: AddressEntry): void {
    if (held !== 0) this.held.add(window, held);
    this.owned += owned;
    this.isNamed ||= owned !== 0 && !isShared;
  }

  /** @param spare of the configured ranges; a zone whose operator has named its addresses gets none of them */
  figuresAt(at: Instant, spare: number): ZoneAddressFigures {
    return {
      figures: this.timelines.figuresAt(NAME, at),
      own: this.owned,
      free: this.owned - this.held.valueAt(at),
      spare: this.isNamed ? 0 : spare,
    };
  }

  nextChange(after: Instant): Instant {
    const kept = KEPT.map((figure) => this.timelines.timeline(figure, NAME));
    return Math.min(...[...kept, this.held].map((timeline) => timeline?.nextChange(after) ?? FOREVER));
  }

  forgetBefore(instant: Instant): void {
    this.timelines.forgetBefore(instant);
    this.held.forgetBefore(instant);
  }
}

/**
 * The public addresses of a scope, moved on by commits: the same figures that queries answer for one instant
 * (docs/decisions/0017). Each zone is limited by its own addresses, so the zones are kept apart.
 */
export class WatchedAddresses {
  private readonly zones = new Map<string, WatchedZone>();

  /**
   * @param timelines zone → its timelines, which this object owns from here on
   * @param entries of these zones, up to the same heads
   * @param spare addresses of the configured ranges that the zones could still get
   */
  constructor(
    timelines: ReadonlyMap<string, CapacityTimelines>,
    entries: readonly AddressEntry[],
    private spare: number,
  ) {
    for (const [zoneId, own] of timelines) this.zones.set(zoneId, new WatchedZone(own));
    for (const entry of entries) this.zone(entry.zoneId).change(entry);
  }

  apply(zoneId: string, entries: readonly FoldEntry[], changes: readonly AddressEntry[]): void {
    const zone = this.zone(zoneId);
    for (const entry of entries) zone.apply(entry);
    for (const change of changes) {
      zone.change(change);
      // A block that a zone takes is no longer spare.
      if (change.isShared) this.spare -= change.owned;
    }
  }

  /** Sets the spare addresses, of which zones outside the scope may have taken some. */
  share(spare: number): void {
    this.spare = spare;
  }

  /** The spare addresses that the figures count with. */
  get spareAddresses(): number {
    return this.spare;
  }

  figuresAt(at: Instant): Figures {
    const zones = [...this.zones.values()].map((zone) => zone.figuresAt(at, this.spare));
    return limitedFigures(zones, this.spare);
  }

  nextChange(after: Instant): Instant {
    return [...this.zones.values()].reduce((next, zone) => Math.min(next, zone.nextChange(after)), FOREVER);
  }

  forgetBefore(instant: Instant): void {
    for (const zone of this.zones.values()) zone.forgetBefore(instant);
  }

  private zone(zoneId: string): WatchedZone {
    let zone = this.zones.get(zoneId);
    if (!zone) {
      zone = new WatchedZone(new CapacityTimelines());
      this.zones.set(zoneId, zone);
    }
    return zone;
  }
}
