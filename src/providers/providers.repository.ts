import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { inOrder, listKeys } from '../database/key-list.js';
import { hidden, queryPrepared } from '../database/prepared.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import { keptByRewrap } from '../security/sealed-secrets.js';
import { ProviderEntity, type ProviderInService } from './provider.entity.js';
import { providerOf, type RegistrationKey } from './provider-row.js';
import type { Provider, ProviderState } from './provider.js';
import { PROVIDERS, providersWith, type ProviderFilter } from './provider-list.js';

/**
 * Takes over the providers whose platform is due for a look, so that no other process looks at them as well. They are
 * due by the clock of who asks; the lease is by the database's, so that clocks that differ make no two look at once.
 *
 * $1 now, $2 seconds of the lease, $3 how many at most
 */
const CLAIM_DUE = {
  name: 'claim-due-providers',
  text: `
with due as (
  select id, zone_id
    from providers
   where due_at <= ${hidden(1, 'timestamptz')} and (leased_until is null or leased_until <= clock_timestamp())
   order by due_at
   limit ${hidden(3, 'int')}
     for update skip locked),
claimed as (
  update providers p
     set leased_until = clock_timestamp() + make_interval(secs => $2), attempts = p.attempts + 1
    from due
   where p.id = due.id and p.zone_id = due.zone_id
  returning p.id, p.zone_id)
select id, zone_id as "zoneId" from claimed`,
};

/** What of a provider its figures are made of. */
export interface ProviderLimits {
  readonly zoneId: string;
  readonly providerId: string;
  readonly state: ProviderState;
  readonly limits: ResourceAmounts;
}

@Injectable()
export class ProvidersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, db: EntityManager = this.dataSource.manager): Promise<Provider | undefined> {
    const row = await db.findOneBy(ProviderEntity, { id });
    return row ? providerOf(row) : undefined;
  }

  /** The providers of some zones, the one registered first first. */
  async findInZones(zoneIds: readonly string[]): Promise<readonly Provider[]> {
    const rows = this.rows().createQueryBuilder('provider').orderBy('provider.id');
    return (await rows.where('provider.zone_id = any(:zoneIds)', { zoneIds }).getMany()).map(providerOf);
  }

  /** Providers by their ids, which is the order of their registration. */
  async list(filter: ProviderFilter, range: ListRange): Promise<Listed<Provider>> {
    const keys = await listKeys(this.dataSource, PROVIDERS, providersWith(filter), range);
    const rows = await this.rows().findBy({ id: In([...keys.rows]) });
    return inOrder(keys, new Map(rows.map((row) => [row.id, providerOf(row)])));
  }

  allLimits(): Promise<ProviderLimits[]> {
    return this.dataSource.query<ProviderLimits[]>(
      `select zone_id as "zoneId", id as "providerId", state, limits from providers order by id`,
    );
  }

  async sealedPasswordOf({ id, zoneId }: Pick<Provider, 'id' | 'zoneId'>): Promise<string | undefined> {
    const row = await this.rows().findOne({ select: { sealedPassword: true }, where: { id, zoneId } });
    return row?.sealedPassword ?? undefined;
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
  async claimDue(now: Instant, leaseSeconds: number, count: number): Promise<ProviderInService[]> {
    const parameters = [timestamp(now), leaseSeconds, count];
    const { manager } = this.dataSource;
    const claimed = await queryPrepared<{ id: string; zoneId: string }>(manager, CLAIM_DUE, parameters);
    return claimed.length === 0
      ? []
      : (await this.withPasswords().where(claimed).getMany()).filter(isInService);
  }

  /**
   * Stores what a look has brought, unless the provider was registered anew meanwhile: no two sealed texts are alike, so
   * the same one means the same registration, under whichever key it is wrapped by now.
   */
  async settle(
    tx: EntityManager,
    looked: ProviderInService,
    changes: Partial<ProviderEntity>,
  ): Promise<void> {
    const { id, zoneId, sealedPassword } = looked;
    const text = keptByRewrap(sealedPassword);
    const update = tx.createQueryBuilder().update(ProviderEntity).set(changes);
    await update
      .where({ id, zoneId })
      .andWhere(`right(sealed_password, length(:text)) = :text`, { text })
      .execute();
  }

  /** With its sealed password; undefined where it is retired too. */
  async findInService(id: string): Promise<ProviderInService | undefined> {
    const row = await this.withPasswords().where({ id }).getOne();
    return row && isInService(row) ? row : undefined;
  }

  private withPasswords() {
    return this.rows().createQueryBuilder('provider').addSelect('provider.sealedPassword');
  }

  private rows() {
    return this.dataSource.getRepository(ProviderEntity);
  }
}

function isInService(row: ProviderEntity): row is ProviderInService {
  return row.sealedPassword !== null;
}
