import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { layoutOf } from '../database/layout.js';
import { DomainError } from '../kernel/domain-error.js';
import { traitsOf, type StoredTraits, type Traits } from '../kernel/traits.js';
import { ZoneEntity } from './zone.entity.js';

/** The known zones. A zone is known once it has a provider. */
@Injectable()
export class ZonesRepository {
  private known = new Set<string>();

  constructor(@InjectRepository(ZoneEntity) private readonly zones: Repository<ZoneEntity>) {}

  async all(): Promise<string[]> {
    const layout = layoutOf(this.zones.manager.dataSource);
    // No zone is removed: those that are away stay known, and are left out of what is tried.
    if (layout.zonesInReach) {
      for (const zoneId of layout.zones) this.known.add(zoneId);
      return layout.zonesInReach.toSorted();
    }
    const rows = await this.zones.find({ select: { zoneId: true }, order: { zoneId: 'ASC' } });
    this.known = new Set(rows.map(({ zoneId }) => zoneId));
    return [...this.known];
  }

  /** The traits of each provider, by its id. */
  async providerTraits(): Promise<ReadonlyMap<string, Traits>> {
    const rows = await this.zones.query<{ id: string; traits: StoredTraits }[]>(
      `select id, traits from providers`,
    );
    return new Map(rows.map(({ id, traits }) => [id, traitsOf(traits)]));
  }

  /** @throws DomainError `unknown-zone`, naming the field: a misspelled zone must not look like an empty one */
  async requireIfGiven(zoneId: string | undefined, field: string): Promise<void> {
    if (zoneId !== undefined) await this.require(zoneId, field);
  }

  /** @throws DomainError `unknown-zone`, naming the field. Zones are never removed, so a known one needs no look-up. */
  async require(zoneId: string, field: string): Promise<string> {
    if (this.known.has(zoneId) || (await this.all()).includes(zoneId)) return zoneId;
    const message = `${field} '${zoneId}' is not known`;
    throw new DomainError('unknown', 'unknown-zone', message, {
      fields: [{ path: [field], detail: message }],
    });
  }
}
