import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isName } from '../kernel/speakable.js';
import { ZoneAddressesRepository, type ZoneRange } from './zone-addresses.repository.js';
import { ZoneOverviewsRepository, type ZoneOverview } from './zone-overviews.repository.js';

/** The known zones. A zone is known once it has a provider. */
@Injectable()
export class ZonesService {
  constructor(
    private readonly zones: ZoneOverviewsRepository,
    private readonly addresses: ZoneAddressesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unknown-zone` */
  async get(zoneId: string): Promise<ZoneOverview> {
    const zone = isName(zoneId) ? await this.zones.find(zoneId) : undefined;
    if (!zone) throw new DomainError('unknown', 'unknown-zone', 'no zone found for specified identifier');
    return zone;
  }

  /** @throws DomainError `unknown-zone` */
  async ranges(reference: string, range: ListRange): Promise<Listed<ZoneRange>> {
    const { zoneId } = await this.get(reference);
    return this.addresses.list(zoneId, this.clock.now(), range);
  }

  list(range: ListRange): Promise<Listed<ZoneOverview>> {
    return this.zones.list(range);
  }
}
