import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { queryZones, zonesRead } from '../database/across-zones.js';
import { layoutOf, zoneAway } from '../database/layout.js';
import { DomainError } from '../kernel/domain-error.js';
import { traitsOf, type StoredTraits, type Traits } from '../kernel/traits.js';
import { ZoneEntity } from './zone.entity.js';

const TRAITS = zonesRead(
  'traits-of-providers',
  0,
  ({ inReach }) => `select id, traits from providers where true${inReach('zone_id')}`,
);

/** The known zones. A zone is known once it has a provider. */
@Injectable()
export class ZonesRepository {
  private known = new Set<string>();

  constructor(@InjectRepository(ZoneEntity) private readonly zones: Repository<ZoneEntity>) {}

  /**
   * All zones, for an answer about all of them.
   *
   * @throws DomainError `database-unavailable` while the node of a zone is away: what is left would be told as if it were all
   */
  async all(): Promise<string[]> {
    if (layoutOf(this.zones.manager.dataSource).zonesInReach) throw zoneAway();
    return this.inReach();
  }

  /** The zones in which something can be tried now: all, but for those whose node is away. */
  async inReach(): Promise<string[]> {
    const layout = layoutOf(this.zones.manager.dataSource);
    // No zone is removed: those that are away stay known.
    if (layout.zonesInReach) {
      for (const zoneId of layout.zones) this.known.add(zoneId);
      return layout.zonesInReach.toSorted();
    }
    const rows = await this.zones.find({ select: { zoneId: true }, order: { zoneId: 'ASC' } });
    this.known = new Set(rows.map(({ zoneId }) => zoneId));
    return [...this.known];
  }

  /** The traits of each provider in the zones in reach, by its id. */
  async providerTraits(): Promise<ReadonlyMap<string, Traits>> {
    const rows = await queryZones<{ id: string; traits: StoredTraits }>(this.zones.manager, TRAITS, []);
    return new Map(rows.map(({ id, traits }) => [id, traitsOf(traits)]));
  }

  /**
   * For the member `zone` of a filter: a misspelled zone must not look like an empty one.
   *
   * @throws DomainError `unknown-zone`
   */
  async requireIfGiven(zoneId: string | undefined): Promise<void> {
    if (zoneId !== undefined) await this.require(zoneId, 'zone');
  }

  /**
   * Zones are never removed, so a known one needs no look-up.
   *
   * @throws DomainError `unknown-zone`, naming the field; `database-unavailable` if the zone may be one whose node is away
   */
  async require(zoneId: string, field: string): Promise<string> {
    if (this.known.has(zoneId)) return zoneId;
    await this.inReach();
    if (this.known.has(zoneId)) return zoneId;
    if (layoutOf(this.zones.manager.dataSource).zonesInReach) throw zoneAway();
    throw DomainError.about([field], 'unknown', 'unknown-zone', `${field} '${zoneId}' is not known`);
  }
}
