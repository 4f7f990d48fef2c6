import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { selectList } from '../database/entity-columns.js';
import { entitiesById, rowsById } from '../database/entities-by-id.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { isFree } from '../database/leases.js';
import { inZones } from '../database/rows.js';
import { lookUp, queryZones, writeAcrossZones, zonesRead, zonesWrite } from '../database/across-zones.js';
import { foundById, hidden, queryPrepared, type PreparedStatement } from '../database/prepared.js';
import { layoutOf } from '../database/layout.js';
import { Batches } from '../kernel/batches.js';
import { LookUps } from '../kernel/look-ups.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import { keptByRewrap } from '../security/sealed-secrets.js';
import { ProviderEntity, type ProviderInService } from './provider.entity.js';
import { providerOf, type RegistrationKey } from './provider-row.js';
import type { Flavor, Provider, ProviderState } from './provider.js';
import { PROVIDERS, providersWith, type ProviderFilter } from './provider-list.js';

/**
 * Claims providers that are due for discovery, so that no other process discovers them as well. They are due by the
 * caller's clock. The lease is by the database's clock, so processes whose clocks differ don't discover at the same
 * time.
 *
 * $1 now, $2 seconds of the lease, $3 how many at most
 */
const CLAIM_DUE = zonesWrite(
  'claim-due-providers',
  zonesRead(
    'zones-with-due-providers',
    1,
    ({ inReach }) =>
      `select distinct zone_id from providers where due_at <= $1 and ${isFree()}${inReach('zone_id')}`,
  ),
  4,
  (inZone) => `
with due as (
  select id, zone_id
    from providers
   where due_at <= ${hidden(1, 'timestamptz')} and ${isFree()}${inZone('zone_id')}
   order by due_at
   limit ${hidden(3, 'int')}
     for update skip locked),
claimed as (
  update providers p
     set leased_until = statement_timestamp() + make_interval(secs => $2), attempts = p.attempts + 1
    from due
   where p.id = due.id and p.zone_id = due.zone_id${inZone('p.zone_id')}
  returning p.id, p.zone_id)
select id, zone_id as "zoneId" from claimed`,
);

/**
 * Only the flavor that is wanted: a platform may have hundreds, and a zone many providers. An id comes before a name.
 *
 * @param wanted id or name of the flavor
 */
function offerOf(wanted: string): string {
  return `
       p.zone_id as "zoneId", p.id, p.state,
       (select f.flavor
          from jsonb_array_elements(p.flavors) with ordinality as f(flavor, place)
         where ${wanted} in (f.flavor ->> 'id', f.flavor ->> 'name')
         order by f.flavor ->> 'id' <> ${wanted}, f.place
         limit 1) as flavor`;
}

/** $1 providers, $2 a flavor for each */
const OFFERS_OF_SOME: PreparedStatement = {
  name: 'offers-of-providers',
  text: `
select w.place::int as place,${offerOf('w.flavor')}
  from unnest(${hidden(1, 'uuid[]')}, ${hidden(2, 'text[]')}) with ordinality as w(id, flavor, place)
 cross join lateral (select * from providers where id = w.id offset 0) p`,
};

/** $1 zones, $2 provider; null: any, $3 flavor */
const OFFERS = `
select${offerOf('$3')}
  from providers p
 where p.zone_id = any ($1::text[]) and ($2::uuid is null or p.id = $2)
 order by p.id`;

const PLATFORM_COLUMNS = [
  'id',
  'type',
  'endpoint',
  'username',
  'region',
  'tenantId',
  'tenantName',
  'projectId',
  'userDomainName',
  'sealedPassword',
] as const;

const PLATFORM = selectList(ProviderEntity, PLATFORM_COLUMNS);

/** $1 providers */
const PLATFORMS_OF_SOME: PreparedStatement = {
  name: 'platforms-of-providers',
  text: `select found.* from ${foundById(PLATFORM, 'providers')} where "sealedPassword" is not null`,
};

/** $1 zone, $2 provider */
const PLATFORM_IN_ZONE = `
select ${PLATFORM} from providers where zone_id = $1 and id = $2 and sealed_password is not null`;

/** $1 endpoint, $2 region, $3 project */
const OF_A_PROJECT = zonesRead(
  'providers-of-a-project',
  3,
  ({ inReach }) => `
select zone_id as "zoneId", id
  from providers
 where endpoint = $1 and region = $2 and project_id = $3${inReach('zone_id')}`,
);

/** The address of a provider's platform, with the sealed password. */
export type SealedPlatform = Pick<ProviderInService, (typeof PLATFORM_COLUMNS)[number]>;

/** A provider, with its flavor of a certain id or name. */
export interface FlavorOffer {
  readonly zoneId: string;
  readonly id: string;
  readonly state: ProviderState;
  /** Null: it does not know such a flavor. */
  readonly flavor: Flavor | null;
}

interface WantedFlavor {
  readonly id: string;
  /** Its id or name. */
  readonly flavor: string;
}

/** Offers or platforms that one statement reads. */
const MAX_AT_ONCE = 256;

/** The providers in a state. */
export interface ProvidersInState {
  readonly state: ProviderState;
  readonly count: number;
  /** When the platform was discovered for which that is longest ago; null: none was. */
  readonly lookedAt: Instant | null;
}

@Injectable()
export class ProvidersRepository {
  private readonly offers = new Batches(
    (wanted: readonly WantedFlavor[]) => this.offersOf(wanted),
    MAX_AT_ONCE,
  );

  private readonly platforms = new LookUps((ids) => this.platformsOf(ids), MAX_AT_ONCE);

  constructor(@InjectRepository(ProviderEntity) private readonly providers: Repository<ProviderEntity>) {}

  /** @param zoneId if it is known: only its node is asked */
  async find(
    id: string,
    zoneId?: string,
    db: EntityManager = this.providers.manager,
  ): Promise<Provider | undefined> {
    const look = (zoneIds?: readonly string[]) => entitiesById(db, ProviderEntity, [id], { zoneIds });
    const rows = zoneId === undefined ? await lookUp(db, [id], look) : await look([zoneId]);
    return rows.map(providerOf).at(0);
  }

  /** The providers of the same project of the same platform, this one included. */
  async sharing({ id, zoneId }: Pick<Provider, 'id' | 'zoneId'>): Promise<Pick<Provider, 'id' | 'zoneId'>[]> {
    const { manager } = this.providers;
    const [row] = await entitiesById(manager, ProviderEntity, [id], { zoneIds: [zoneId] });
    if (!row?.projectId) return [{ id, zoneId }];
    return queryZones(manager, OF_A_PROJECT, [row.endpoint, row.region, row.projectId]);
  }

  /**
   * The providers of some zones, or one of them, in the order of registration. On one server, reads of one share a
   * statement.
   */
  offersIn(zoneIds: readonly string[], flavor: string, id?: string): Promise<readonly FlavorOffer[]> {
    const isAlone = id !== undefined && !layoutOf(this.providers.manager.dataSource).isDistributed;
    if (isAlone) return this.offers.add({ id, flavor });
    return this.providers.query<FlavorOffer[]>(OFFERS, [zoneIds, id, flavor]);
  }

  private async offersOf(wanted: readonly WantedFlavor[]): Promise<FlavorOffer[][]> {
    const columns = [wanted.map(({ id }) => id), wanted.map(({ flavor }) => flavor)];
    const { manager } = this.providers;
    const found = await queryPrepared<FlavorOffer & { place: number }>(manager, OFFERS_OF_SOME, columns);
    const offers = wanted.map((): FlavorOffer[] => []);
    for (const { place, ...offer } of found) offers[place - 1].push(offer);
    return offers;
  }

  /** Providers by id, which is the order of registration. */
  async list(filter: ProviderFilter, range: ListRange): Promise<Listed<Provider>> {
    const keys = await listKeys(this.providers, PROVIDERS, providersWith(filter), range);
    return boundedPage(keys, (some) => rowsById(this.providers.manager, ProviderEntity, some, providerOf));
  }

  byState(): Promise<ProvidersInState[]> {
    return this.providers.query<ProvidersInState[]>(
      `select state, count(*)::int as count, extract(epoch from min(looked_at))::float8 as "lookedAt"
         from providers group by state`,
    );
  }

  /**
   * Undefined if the provider is retired. Its flavors, of which there may be hundreds, are not read. On one server, reads at the same
   * time share a statement.
   */
  async platformOf({ id, zoneId }: Pick<Provider, 'id' | 'zoneId'>): Promise<SealedPlatform | undefined> {
    if (!layoutOf(this.providers.manager.dataSource).isDistributed) return this.platforms.find(id);
    return (await this.providers.query<SealedPlatform[]>(PLATFORM_IN_ZONE, [zoneId, id])).at(0);
  }

  private async platformsOf(ids: readonly string[]): Promise<ReadonlyMap<string, SealedPlatform>> {
    const found = await queryPrepared<SealedPlatform>(this.providers.manager, PLATFORMS_OF_SOME, [ids]);
    return new Map(found.map((platform) => [platform.id, platform]));
  }

  /**
   * The row of a registered platform, locked until the transaction ends. An id identifies a tenant, whatever name it has by now; of
   * several the one with the name is taken, then the oldest.
   */
  async findRegistered(tx: EntityManager, key: RegistrationKey): Promise<ProviderEntity | undefined> {
    const { tenantName, ...rest } = key;
    const where = rest.tenantId === '' ? key : rest;
    const lock = { mode: 'for_no_key_update' } as const;
    const found = await tx.find(ProviderEntity, { where, order: { createdAt: 'asc' }, lock });
    return found.find((row) => row.tenantName === tenantName) ?? found.at(0);
  }

  async insert(tx: EntityManager, row: ProviderEntity): Promise<void> {
    await tx.insert(ProviderEntity, row);
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
    const { manager } = this.providers;
    const claimed = await writeAcrossZones<{ id: string; zoneId: string }>(
      manager,
      CLAIM_DUE,
      count,
      (wanted) => [timestamp(now), leaseSeconds, wanted],
      [timestamp(now)],
    );
    if (claimed.length === 0) return [];
    const rows = await this.withPasswords().where(claimed).getMany();
    return rows.filter(isInService).map((row) => Object.assign(row, { isClaimed: true }));
  }

  /**
   * Stores the result of a discovery, unless the provider was registered again meanwhile. No two sealed texts are
   * alike, so the same one means the same registration, under any wrapping key. The result of a claim counts only until another
   * process has claimed the provider, or has settled it after that.
   *
   * @returns whether it counts
   */
  async settle(
    tx: EntityManager,
    looked: ProviderInService,
    changes: Partial<ProviderEntity>,
  ): Promise<boolean> {
    const { id, zoneId, sealedPassword, isClaimed, attempts } = looked;
    const text = keptByRewrap(sealedPassword);
    const update = tx.createQueryBuilder().update(ProviderEntity).set(changes);
    const { affected } = await update
      .where({ id, zoneId, ...(isClaimed && { attempts }) })
      .andWhere(`right(sealed_password, length(:text)) = :text`, { text })
      .execute();
    return affected === 1;
  }

  /** With its sealed password; undefined also if it is retired. */
  async findInService(id: string): Promise<ProviderInService | undefined> {
    const rows = await lookUp(this.providers.manager, [id], (zoneIds) =>
      this.withPasswords()
        .where({ id, ...inZones(zoneIds) })
        .getMany(),
    );
    return rows.find(isInService);
  }

  private withPasswords() {
    return this.providers.createQueryBuilder('provider').addSelect('provider.sealedPassword');
  }
}

function isInService(row: ProviderEntity): row is ProviderInService {
  return row.sealedPassword !== null;
}
