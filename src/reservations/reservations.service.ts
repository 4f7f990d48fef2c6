import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { againIfChanged } from '../allocation/changed-meanwhile.js';
import { CollectionsRepository, type Collection } from '../allocation/collections.repository.js';
import { mostRoom, placementOptions } from '../allocation/placement.js';
import type { ReservationRecord } from '../allocation/records.js';
import { unknownReservation } from '../allocation/refusals.js';
import { ZonesRepository } from '../allocation/zones.repository.js';
import type { Remember } from '../database/remembered-request.js';
import { Configuration } from '../config/configuration.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference, idOf, newId } from '../kernel/identifiers.js';
import { FOREVER } from '../kernel/time-window.js';
import type { Traits } from '../kernel/traits.js';
import {
  CREATE_RESERVATION,
  createReservation,
  createReservationHere,
  createReservationOnce,
  demandFor,
  requireSomething,
  requiresTraits,
  type CreateReservationBody,
  type ResolvedRequest,
} from './create-reservation.js';
import { restrictedTo } from './elements.js';
import { cancelReservation } from './end-reservation.js';
import { changesMarksOnly, markReservation } from './mark-reservation.js';
import { moveReservation } from './move-reservation.js';
import type { ReservationChange, ReservationRequest, Spelling } from './reservation.js';
import { ReservationsRepository } from './reservations.repository.js';
import { updateReservation, type ResolvedChange } from './update-reservation.js';

/** Creates, changes and ends reservations, for both interfaces alike. */
@Injectable()
export class ReservationsService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly collections: CollectionsRepository,
    private readonly reservations: ReservationsRepository,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {
    const { policies } = configuration;
    allocation.delegation.register(CREATE_RESERVATION, (body: CreateReservationBody, since) =>
      createReservationOnce(body, policies, since),
    );
  }

  /**
   * Admits a reservation in the zone it names, else in the zone with the most room that fits.
   *
   * @throws DomainError `capacity-insufficient` with an offer, `unknown-zone`, `unknown-element`, `invalid-request`, `policy-violated`
   */
  async create(
    request: ReservationRequest,
    remember?: Remember<ReservationRecord>,
  ): Promise<ReservationRecord> {
    requireSomething(request);
    const elements = await this.collections.find(request.elements, 'elements');
    const resolved: ResolvedRequest = {
      ...request,
      elements: referencesTo(elements),
      restrictedTo: restrictedTo(elements),
    };
    const id = newId();
    const zoneIds = await this.candidateZones(request, elements);
    const { policies } = this.configuration;
    // For ranking only: the zone that is asked reads them again with its ledger.
    const isRanked = zoneIds.length > 1 && requiresTraits(request);
    const providerTraits = isRanked ? await this.zones.providerTraits() : undefined;
    // What is to be remembered is made of what was decided, by a function that no other process has.
    const create = remember ? createReservationHere : createReservation;
    return this.allocation.admitInBest(zoneIds, roomFor(resolved, providerTraits), () => ({
      ...create({ id, request: resolved }, policies),
      remember,
    }));
  }

  /**
   * Changes a reservation, all or nothing.
   *
   * @throws DomainError as `create` does; `unknown-reservation`, `in-use`
   */
  async update(
    reference: string,
    change: ReservationChange,
    remember?: Remember<ReservationRecord>,
  ): Promise<ReservationRecord> {
    return againIfChanged(async () =>
      this.tryUpdate(await this.locate(reference, change.spelling), change, remember),
    );
  }

  /** @throws DomainError `unknown-reservation`, `protected` */
  async cancel(
    reference: string,
    spelling: Spelling,
    remember?: Remember<ReservationRecord>,
  ): Promise<ReservationRecord> {
    return againIfChanged(async () => {
      const { id, zoneId } = await this.locate(reference, spelling);
      return this.allocation.admit(zoneId, { ...cancelReservation(id, spelling.id), remember });
    });
  }

  private async tryUpdate(
    record: ReservationRecord,
    change: ReservationChange,
    remember?: Remember<ReservationRecord>,
  ): Promise<ReservationRecord> {
    const { zoneId } = record;
    if (changesMarksOnly(change)) {
      return this.allocation.admit(zoneId, { ...markReservation(record.id, change), remember });
    }
    const target = await this.zones.require(change.zoneId ?? zoneId, change.spelling.zone);
    const elements = await this.collections.find(change.elements ?? record.elements, 'elements');
    requireZone(elements, target);
    const resolved: ResolvedChange = {
      ...change,
      elements: referencesTo(elements),
      elementsAreNew: change.elements !== undefined,
      restrictedTo: restrictedTo(elements),
    };
    const { policies } = this.configuration;
    const admission =
      target === zoneId
        ? updateReservation(record, resolved, policies)
        : moveReservation({ record, to: target }, resolved, policies, () => this.clock.now());
    return this.allocation.admit(target, { ...admission, remember });
  }

  private async locate(reference: string, spelling: Spelling): Promise<ReservationRecord> {
    const id = idOf('ResourceReservation', reference);
    const record = id && (await this.reservations.findOne(id));
    if (!record) throw unknownReservation(spelling.id);
    return record;
  }

  /** Elements lie in one zone, and so does the reservation that protects them. */
  private async candidateZones(
    request: ReservationRequest,
    elements: readonly Collection[],
  ): Promise<readonly string[]> {
    const zoneId = request.zoneId ?? elements.at(0)?.zoneId;
    if (zoneId === undefined) return this.zones.all();
    await this.zones.require(zoneId, request.spelling.zone);
    requireZone(elements, zoneId);
    return [zoneId];
  }
}

function requireZone(elements: readonly Collection[], zoneId: string): void {
  const elsewhere = elements.find((element) => element.zoneId !== zoneId);
  if (!elsewhere) return;
  const name = formatReference(elsewhere.kind, elsewhere.id);
  throw DomainError.invalidField(['elements'], `names ${name}, which is in another zone`);
}

/** An element that is named twice counts once. */
function referencesTo(elements: readonly Collection[]): string[] {
  return [...new Set(elements.map(({ kind, id }) => formatReference(kind, id)))];
}

/** How a zone ranks for a request: by how many times what is asked for fits. */
function roomFor(
  { amounts, containers, traits, start, end = FOREVER, restrictedTo: only }: ResolvedRequest,
  providerTraits?: ReadonlyMap<string, Traits>,
): Parameters<AllocationService['admitInBest']>[1] {
  const demand = demandFor(amounts, containers, traits);
  const options = placementOptions(only, providerTraits);
  return (fold, now) => {
    const window = { start: Math.max(start ?? now, now), end };
    return window.start < window.end ? mostRoom(fold, demand, window, options) : 0;
  };
}
