import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isName } from '../kernel/speakable.js';
import type { ZoneOverview } from './zone.js';
import { ZoneOverviewsRepository } from './zone-overviews.repository.js';

/** The zones there are: one is known once a provider is in it. */
@Injectable()
export class ZonesService {
  constructor(private readonly zones: ZoneOverviewsRepository) {}

  /** @throws DomainError `unknown-zone` */
  async get(zoneId: string): Promise<ZoneOverview> {
    const zone = isName(zoneId) ? await this.zones.find(zoneId) : undefined;
    if (!zone) throw new DomainError('unknown', 'unknown-zone', 'no zone found for specified identifier');
    return zone;
  }

  list(range: ListRange): Promise<Listed<ZoneOverview>> {
    return this.zones.list(range);
  }
}
