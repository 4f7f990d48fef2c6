import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { Instant } from '../kernel/time-window.js';
import { ProviderEntity } from './provider.entity.js';
import { providerOf, type RegistrationKey } from './provider-row.js';
import type { Provider, ZoneOverview, ZoneSummary } from './provider.js';

const ZONE_OVERVIEW = `
select z.zone_id as "zoneId",
       floor(extract(epoch from z.created_at))::float8 as "createdAt",
       floor(extract(epoch from z.changed_at))::float8 as "changedAt",
       (select count(*) from providers p where p.zone_id = z.zone_id)::int as providers
  from zones z`;

/**
 * Takes over the providers whose platform is due for another look, so that no other process looks at them as well. Who
 * dies over it holds up nothing: they are due again at $2.
 *
 * $1 now, $2 due again at, $3 how many at most
 */
const CLAIM_DUE = `
with due as (
  select id, zone_id
    from providers
   where retry_at <= $1
   order by retry_at
   limit $3
     for update skip locked),
claimed as (
  update providers p
     set retry_at = $2, attempts = p.attempts + 1
    from due
   where p.id = due.id and p.zone_id = due.zone_id
  returning p.id)
select id from claimed`;

@Injectable()
export class ProvidersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string): Promise<Provider | undefined> {
    const row = await this.rows().findOneBy({ id });
    return row ? providerOf(row) : undefined;
  }

  /** The providers of a zone, the one registered first first; none when there is no such zone. */
  async findInZone(zoneId: string): Promise<readonly Provider[]> {
    const rows = await this.rows().find({ where: { zoneId }, order: { id: 'asc' } });
    return rows.map(providerOf);
  }

  /** Providers in the order of their registration, those after `after`, `count` at most. */
  async page(after: string | undefined, count: number): Promise<readonly Provider[]> {
    const where = after === undefined ? {} : { id: MoreThan(after) };
    const rows = await this.rows().find({ where, order: { id: 'asc' }, take: count });
    return rows.map(providerOf);
  }

  /** Every zone, in the order of their names. */
  allZones(): Promise<readonly ZoneSummary[]> {
    return this.dataSource.query<ZoneSummary[]>(
      `select zone_id as "zoneId", floor(extract(epoch from created_at))::float8 as "createdAt"
         from zones
        order by zone_id`,
    );
  }

  async findZone(zoneId: string): Promise<ZoneOverview | undefined> {
    const rows = await this.dataSource.query<ZoneOverview[]>(`${ZONE_OVERVIEW} where z.zone_id = $1`, [
      zoneId,
    ]);
    return rows.at(0);
  }

  /** Zones in the order of their names, those after `after`, `count` at most. */
  zonePage(after: string | undefined, count: number): Promise<readonly ZoneOverview[]> {
    // No zone has an empty name.
    const page = `${ZONE_OVERVIEW} where z.zone_id > $1 order by z.zone_id limit $2`;
    return this.dataSource.query<ZoneOverview[]>(page, [after ?? '', count]);
  }

  async sealedPasswordOf({ id, zoneId }: Pick<Provider, 'id' | 'zoneId'>): Promise<string | undefined> {
    const row = await this.rows().findOne({ select: { sealedPassword: true }, where: { id, zoneId } });
    return row?.sealedPassword;
  }

  /** False, and nothing written, when such a provider is registered already. */
  async insertNew(tx: EntityManager, row: ProviderEntity): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(ProviderEntity)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length === 1;
  }

  /** The row of a registered provider, which nobody else changes until the transaction ends. */
  lockRegistered(tx: EntityManager, key: RegistrationKey): Promise<ProviderEntity> {
    return tx.findOneOrFail(ProviderEntity, { where: key, lock: { mode: 'for_no_key_update' } });
  }

  async update(
    tx: EntityManager,
    { id, zoneId }: Pick<ProviderEntity, 'id' | 'zoneId'>,
    changes: Partial<ProviderEntity>,
  ): Promise<void> {
    await tx.update(ProviderEntity, { id, zoneId }, changes);
  }

  /** Claims providers that are due for another look, with their sealed passwords. */
  async claimDue(now: Instant, until: Instant, count: number): Promise<ProviderEntity[]> {
    const parameters = [new Date(now * 1000), new Date(until * 1000), count];
    const claimed = await this.dataSource.query<{ id: string }[]>(CLAIM_DUE, parameters);
    if (claimed.length === 0) return [];
    const ids = claimed.map(({ id }) => id);
    return this.withPasswords().where('provider.id in (:...ids)', { ids }).getMany();
  }

  /**
   * Stores what a look has brought, unless the provider was registered anew meanwhile: a sealed text is never made
   * twice, so the same one means the same registration.
   */
  async settle(looked: ProviderEntity, changes: Partial<ProviderEntity>): Promise<void> {
    const { id, zoneId, sealedPassword } = looked;
    await this.rows().update({ id, zoneId, sealedPassword }, changes);
  }

  /** Providers whose password is not sealed under the key that texts with this beginning are sealed under. */
  sealedOtherwise(prefix: string, after: string | undefined, count: number): Promise<ProviderEntity[]> {
    const rows = this.withPasswords().where('not starts_with(provider.sealed_password, :prefix)', { prefix });
    if (after !== undefined) rows.andWhere('provider.id > :after', { after });
    return rows.orderBy('provider.id').limit(count).getMany();
  }

  private withPasswords() {
    return this.rows().createQueryBuilder('provider').addSelect('provider.sealedPassword');
  }

  private rows() {
    return this.dataSource.getRepository(ProviderEntity);
  }
}
