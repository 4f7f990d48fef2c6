import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError, dotted } from '../kernel/domain-error.js';
import { idOf, requireReference, type CollectionKind, type Reference } from '../kernel/identifiers.js';

/** Something an id names: where it is, and the provider it lies on (none for a reservation). */
export interface Collection {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly zoneId: string;
  readonly providerId?: string;
}

const FIND = `
select 'ResourceProvider' as kind, id, zone_id, id as provider_id from providers where id = any ($1::uuid[])
union all
select 'ResourcePool', id, zone_id, provider_id from pool_entries where id = any ($1::uuid[])
union all
select 'ResourceReservation', id, zone_id, null from reservations where id = any ($1::uuid[])
union all
select 'ResourceAllocation', id, zone_id, provider_id from instances where id = any ($1::uuid[])`;

interface Row {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly zone_id: string;
  readonly provider_id: string | null;
}

/** Finds what the ids of a request name, whichever of the four kinds they are. */
@Injectable()
export class CollectionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param references a list of bare ids or `<Kind>:<id>`, as the caller wrote them
   * @param member the member that is the list, for the refusal
   * @throws DomainError `invalid-request` when one can't be an id of ours; `unknown-element` when there is no such thing
   */
  async find(references: readonly string[], member: string): Promise<Collection[]> {
    if (references.length === 0) return [];
    const wanted = references.map((text, index) => requireReference(text, [member, index]));
    const known = await this.named(wanted.map(({ id }) => id));
    return wanted.map((reference, index) => {
      const collection = known.find((found) => isNamed(found, reference));
      if (!collection) throw unknownElement([member], references[index]);
      return collection;
    });
  }

  /** The same of a member that is a single reference. */
  async findOne(text: string, member: string): Promise<Collection> {
    const reference = requireReference(text, [member]);
    const collection = (await this.named([reference.id])).find((found) => isNamed(found, reference));
    if (!collection) throw unknownElement([member], text);
    return collection;
  }

  /** What a reference names; undefined when it names nothing of that kind. */
  async locate(kind: CollectionKind, reference: string): Promise<Collection | undefined> {
    const id = idOf(kind, reference);
    if (id === undefined) return undefined;
    return (await this.named([id])).find((found) => found.kind === kind);
  }

  private async named(ids: readonly string[]): Promise<Collection[]> {
    const rows = await this.dataSource.query<Row[]>(FIND, [ids]);
    return rows.map(({ kind, id, zone_id, provider_id }) => ({
      kind,
      id,
      zoneId: zone_id,
      providerId: provider_id ?? undefined,
    }));
  }
}

function isNamed(found: Collection, { kind, id }: Reference): boolean {
  return found.id === id && (kind === undefined || found.kind === kind);
}

function unknownElement(path: readonly (string | number)[], text: string): DomainError {
  const message = `${dotted(path)} names ${text}, which is not known`;
  return new DomainError('unknown', 'unknown-element', message, { fields: [{ path, detail: message }] });
}
