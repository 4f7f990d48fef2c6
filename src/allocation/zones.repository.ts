import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import { traitsOf, type StoredTraits, type Traits } from '../kernel/traits.js';

/** The zones there are. A zone is known once a provider is in it. */
@Injectable()
export class ZonesRepository {
  private known = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  async all(): Promise<string[]> {
    const rows = await this.dataSource.query<{ zone_id: string }[]>(
      `select zone_id from zones order by zone_id`,
    );
    this.known = new Set(rows.map(({ zone_id }) => zone_id));
    return [...this.known];
  }

  /** What each provider is like, by its id. */
  async providerTraits(): Promise<ReadonlyMap<string, Traits>> {
    const rows = await this.dataSource.query<{ id: string; traits: StoredTraits }[]>(
      `select id, traits from providers`,
    );
    return new Map(rows.map(({ id, traits }) => [id, traitsOf(traits)]));
  }

  /** @throws DomainError `unknown-zone`, naming the field: a zone that is misspelled must not look like one with nothing in it. */
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
