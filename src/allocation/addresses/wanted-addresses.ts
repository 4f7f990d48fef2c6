/**
 * Zones in which a waiting reservation lacks nothing but addresses that the zone could get. A decision on behalf of someone
 * else can't be made again after the zone has been extended, so that is done later.
 */
export class WantedAddresses {
  private readonly counts = new Map<string, number>();

  /** @param draft of a decision that is stored, or about to be */
  note({ zoneId, addressesWanted }: { zoneId: string; addressesWanted: number }): void {
    if (addressesWanted > 0) this.counts.set(zoneId, addressesWanted);
  }

  /** Takes one zone, with the number of addresses that its latest draft found to be missing. */
  take(): readonly [zoneId: string, count: number] | undefined {
    const [first] = this.counts;
    if (first) this.counts.delete(first[0]);
    return first;
  }
}
