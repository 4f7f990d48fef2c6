import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lookUp } from '../database/across-zones.js';
import { layoutOf } from '../database/layout.js';
import { foundById, queryPrepared, type PreparedStatement } from '../database/prepared.js';
import { DomainError, dotted } from '../kernel/domain-error.js';
import {
  COLLECTION_KINDS,
  idOf,
  requireReference,
  type CollectionKind,
  type Reference,
} from '../kernel/identifiers.js';
import { LookUps } from '../kernel/look-ups.js';
import { memoized } from '../kernel/memoized.js';
import { isInView } from '../kernel/principal.js';

/** An object that an id refers to: its zone and its provider (none for a reservation). */
export interface Collection {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly zoneId: string;
  readonly providerId?: string;
  /** The tenant that it belongs to; providers and pools belong to none, and every caller may name them. */
  readonly tenant?: string;
}

/** The tenant to which the view of a caller is limited; undefined: it sees everything. */
type TenantView = string | undefined;

const TABLES: Readonly<Record<CollectionKind, string>> = {
  ResourceProvider: 'providers',
  ResourcePool: 'pool_entries',
  ResourceReservation: 'reservations',
  ResourceAllocation: 'instances',
};

const COLUMNS: Readonly<Record<CollectionKind, string>> = {
  ResourceProvider: 'id, zone_id, id as provider_id, null::text as tenant',
  ResourcePool: 'id, zone_id, provider_id, null::text as tenant',
  ResourceReservation: 'id, zone_id, null::uuid as provider_id, tenant',
  ResourceAllocation: 'id, zone_id, provider_id, tenant',
};

/** $1 ids */
function lookedUp(name: string, kinds: readonly CollectionKind[]): PreparedStatement {
  const text = kinds.map(
    (kind) => `select '${kind}' as kind, found.* from ${foundById(COLUMNS[kind], TABLES[kind])}`,
  );
  return { name, text: text.join('\nunion all\n') };
}

const OF_ANY_KIND = lookedUp('collections', COLLECTION_KINDS);

const OF_KIND = memoized((kind: CollectionKind) => lookedUp(`collections-${kind}`, [kind]));

/** $1 ids, $2 zones, if they are given: a cluster must see them */
function inZones(kinds: readonly CollectionKind[], zoneIds: readonly string[] | undefined): string {
  const condition = `id = any ($1::uuid[])${zoneIds ? ' and zone_id = any ($2::text[])' : ''}`;
  const text = kinds.map(
    (kind) => `select '${kind}' as kind, ${COLUMNS[kind]} from ${TABLES[kind]} where ${condition}`,
  );
  return text.join('\nunion all\n');
}

/** Objects that one statement looks up. */
const MAX_AT_ONCE = 256;

/** What no tenant can own. */
const UNOWNED: ReadonlySet<CollectionKind> = new Set<CollectionKind>(['ResourceProvider', 'ResourcePool']);

interface Row {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly zone_id: string;
  readonly provider_id: string | null;
  readonly tenant: string | null;
}

/** Finds the objects of the four kinds that the ids of a request refer to. */
@Injectable()
export class CollectionsRepository {
  /** Requests at the same time share a statement. */
  private readonly lookUps = memoized(
    (kind: CollectionKind) => new LookUps((ids) => this.ofKind(kind, ids), MAX_AT_ONCE),
  );

  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param references a list of bare ids or `<Kind>:<id>`, as the caller sent them
   * @param member the member that contains the list, for the refusal
   * @throws DomainError `invalid-request` for a malformed id; `unknown-element` when an object does not exist in
   *   the view
   */
  async find(view: TenantView, references: readonly string[], member: string): Promise<Collection[]> {
    if (references.length === 0) return [];
    const wanted = references.map((text, index) => requireReference(text, [member, index]));
    const known = await this.named(
      view,
      wanted.map(({ id }) => id),
    );
    return wanted.map((reference, index) => {
      const collection = known.find((found) => isNamed(found, reference));
      if (!collection) throw unknownElement([member], references[index]);
      return collection;
    });
  }

  /** As `find`, for a member that is a single reference; for callers that see everything. */
  async findOne(text: string, member: string): Promise<Collection> {
    const reference = requireReference(text, [member]);
    const collection = (await this.named(undefined, [reference.id])).find((found) =>
      isNamed(found, reference),
    );
    if (!collection) throw unknownElement([member], text);
    return collection;
  }

  /** The object of a reference; undefined if there is none of that kind in the view. */
  async locate(view: TenantView, kind: CollectionKind, reference: string): Promise<Collection | undefined> {
    const id = idOf(kind, reference);
    if (id === undefined) return undefined;
    const found = await this.inView(view, [id], (zoneIds) =>
      this.isDistributed ? this.inCluster([kind], [id], zoneIds) : this.one(kind, id),
    );
    return found.at(0);
  }

  /** The objects of some ids, of any kind, that exist in a view. */
  private named(view: TenantView, ids: readonly string[]): Promise<Collection[]> {
    return this.inView(view, ids, (zoneIds) =>
      this.isDistributed
        ? this.inCluster(COLLECTION_KINDS, ids, zoneIds)
        : queryPrepared<Row>(this.dataSource.manager, OF_ANY_KIND, [ids]),
    );
  }

  private async inView(
    view: TenantView,
    ids: readonly string[],
    look: (zoneIds?: readonly string[]) => Promise<Row[]>,
  ): Promise<Collection[]> {
    const rows = await lookUp(this.dataSource.manager, ids, async (zoneIds) => {
      const found = await look(zoneIds);
      return found.filter(({ kind, tenant }) => UNOWNED.has(kind) || isInView(view, tenant ?? undefined));
    });
    return rows.map(({ kind, id, zone_id, provider_id, tenant }) => ({
      kind,
      id,
      zoneId: zone_id,
      providerId: provider_id ?? undefined,
      tenant: tenant ?? undefined,
    }));
  }

  private get isDistributed(): boolean {
    return layoutOf(this.dataSource).isDistributed;
  }

  private async one(kind: CollectionKind, id: string): Promise<Row[]> {
    const found = await this.lookUps(kind).find(id);
    return found ? [found] : [];
  }

  private async ofKind(kind: CollectionKind, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const found = await queryPrepared<Row>(this.dataSource.manager, OF_KIND(kind), [ids]);
    return new Map(found.map((row) => [row.id, row]));
  }

  private inCluster(
    kinds: readonly CollectionKind[],
    ids: readonly string[],
    zoneIds: readonly string[] | undefined,
  ): Promise<Row[]> {
    return this.dataSource.query<Row[]>(inZones(kinds, zoneIds), zoneIds ? [ids, zoneIds] : [ids]);
  }
}

function isNamed(found: Collection, { kind, id }: Reference): boolean {
  return found.id === id && (kind === undefined || found.kind === kind);
}

function unknownElement(path: readonly (string | number)[], text: string): DomainError {
  return DomainError.about(
    path,
    'unknown',
    'unknown-element',
    `${dotted(path)} names ${text}, which is not known`,
  );
}
