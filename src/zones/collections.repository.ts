import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lookUp } from '../database/across-zones.js';
import { DomainError, dotted } from '../kernel/domain-error.js';
import { idOf, requireReference, type CollectionKind, type Reference } from '../kernel/identifiers.js';
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

/** $1 ids */
const FIND = findWhere('id = any ($1::uuid[])');

/** $1 ids, $2 zones */
const FIND_IN_ZONES = findWhere('id = any ($1::uuid[]) and zone_id = any ($2::text[])');

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
    return (await this.named(view, [id])).find((found) => found.kind === kind);
  }

  /** The objects of some ids that exist in a view. */
  private async named(view: TenantView, ids: readonly string[]): Promise<Collection[]> {
    const rows = await lookUp(this.dataSource.manager, ids, async (zoneIds) => {
      const found = await (zoneIds
        ? this.dataSource.query<Row[]>(FIND_IN_ZONES, [ids, zoneIds])
        : this.dataSource.query<Row[]>(FIND, [ids]));
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
}

function findWhere(condition: string): string {
  return `
select 'ResourceProvider' as kind, id, zone_id, id as provider_id, null as tenant from providers where ${condition}
union all
select 'ResourcePool', id, zone_id, provider_id, null from pool_entries where ${condition}
union all
select 'ResourceReservation', id, zone_id, null, tenant from reservations where ${condition}
union all
select 'ResourceAllocation', id, zone_id, provider_id, tenant from instances where ${condition}`;
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
