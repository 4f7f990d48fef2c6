import type { AddressEntry } from '../../allocation/addresses/address-entries.js';
import { CapacityTimelines, KEPT, type Figures } from '../../allocation/fold/capacity-timelines.js';
import type { FoldEntry } from '../../allocation/fold/entry.js';
import { Timeline } from '../../allocation/timeline/timeline.js';
import { AddressSum, type ZoneAddressFigures } from '../../capacity/limited-addresses.js';
import { only } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';

const NAME = 'addresses';

/** Numbers of addresses of one zone: declared, reserved, held, and in the zone's ranges. */
class WatchedZone {
  private readonly held = new Timeline();
  private owned = 0;
  private isNamed = false;
  /** The figures that the scope's sum includes, and the first instant after them at which they change. */
  private counted?: ZoneAddressFigures;
  next: Instant = FOREVER;

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

  /** Replaces its part of a sum by its current figures. */
  count(sum: AddressSum, at: Instant, spare: number): void {
    if (this.counted) sum.addZone(this.counted, -1);
    this.counted = this.figuresAt(at, spare);
    sum.addZone(this.counted, 1);
    this.next = this.nextChange(at);
  }

  /** @param spare of the configured ranges; a zone whose operator has named its addresses gets none of them */
  private figuresAt(at: Instant, spare: number): ZoneAddressFigures {
    return {
      figures: this.timelines.figuresAt(NAME, at),
      own: this.owned,
      free: this.owned - this.held.valueAt(at),
      spare: this.isNamed ? 0 : spare,
    };
  }

  private nextChange(after: Instant): Instant {
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
 * (docs/decisions/0017). Each zone is limited by its own addresses, so the zones are kept apart. Their sum is kept too, and
 * only the zones that a commit or the time has changed are counted again: there may be thousands. So the instants of
 * successive calls never decrease.
 */
export class WatchedAddresses {
  private readonly zones = new Map<string, WatchedZone>();
  private readonly sum = new AddressSum();
  /** Zones whose part of the sum is out of date. */
  private readonly stale = new Set<WatchedZone>();
  /** The first instant at which the sum changes with time. */
  private next: Instant = FOREVER;

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
    for (const [zoneId, own] of timelines) this.addZone(zoneId, own);
    for (const entry of entries) this.zone(entry.zoneId).change(entry);
  }

  apply(zoneId: string, entries: readonly FoldEntry[], changes: readonly AddressEntry[]): void {
    const zone = this.zone(zoneId);
    this.stale.add(zone);
    for (const entry of entries) zone.apply(entry);
    let { spare } = this;
    for (const change of changes) {
      zone.change(change);
      // A block that a zone takes is no longer spare.
      if (change.isShared) spare -= change.owned;
    }
    this.share(spare);
  }

  /** Sets the spare addresses, of which zones outside the scope may have taken some. */
  share(spare: number): void {
    if (spare === this.spare) return;
    this.spare = spare;
    for (const zone of this.zones.values()) this.stale.add(zone);
  }

  /** The spare addresses that the figures count with. */
  get spareAddresses(): number {
    return this.spare;
  }

  figuresAt(at: Instant): Figures {
    this.countAt(at);
    return this.sum.figures(this.spare);
  }

  nextChange(after: Instant): Instant {
    this.countAt(after);
    return this.next;
  }

  forgetBefore(instant: Instant): void {
    for (const zone of this.zones.values()) zone.forgetBefore(instant);
  }

  private countAt(at: Instant): void {
    if (this.next <= at) for (const zone of this.zones.values()) if (zone.next <= at) this.stale.add(zone);
    if (this.stale.size === 0) return;
    for (const zone of this.stale) zone.count(this.sum, at, this.spare);
    this.stale.clear();
    this.next = FOREVER;
    for (const zone of this.zones.values()) if (zone.next < this.next) this.next = zone.next;
  }

  private zone(zoneId: string): WatchedZone {
    return this.zones.get(zoneId) ?? this.addZone(zoneId, new CapacityTimelines());
  }

  private addZone(zoneId: string, timelines: CapacityTimelines): WatchedZone {
    const zone = new WatchedZone(timelines);
    this.zones.set(zoneId, zone);
    this.stale.add(zone);
    return zone;
  }
}
