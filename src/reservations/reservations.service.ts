import { Injectable } from '@nestjs/common';
import type { Admission } from '../allocation/admission/admission.js';
import { AllocationService } from '../allocation/allocation.service.js';
import { BestZone, type ZoneRank } from '../allocation/best-zone.js';
import { againIfChanged } from '../allocation/admission/changed-meanwhile.js';
import type { RunAs } from '../allocation/admission/dry-run.js';
import { CollectionsRepository, type Collection } from '../zones/collections.repository.js';
import { placementOptions } from '../allocation/placement/placement.js';
import { declaresEnough, zoneRank } from '../allocation/placement/zone-rank.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import type { Demand } from '../allocation/placement/demand.js';
import type { Remember } from '../database/remembered-request.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { unknownReservation } from '../allocation/admission/refusals.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { Configuration } from '../config/configuration.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { HeavyWork, MANY_CONTAINERS } from '../kernel/heavy-work.js';
import { formatReference, idOf, newId } from '../kernel/identifiers.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { Instant } from '../kernel/time-window.js';
import { windowAhead } from '../kernel/window-rules.js';
import type { Traits } from '../kernel/traits.js';
import {
  createReservation,
  demandFor,
  demandPerZone,
  requireSomething,
  requiresTraits,
} from './create-reservation.js';
import { confirmReservation } from './confirm-reservation.js';
import { restrictedTo } from './elements.js';
import { cancelReservation } from './end-reservation.js';
import { changesMarksOnly, markReservation } from './mark-reservation.js';
import { moveReservation } from './move-reservation.js';
import type { AskedChange, ReservationRequest, Spelling } from './reservation.js';
import { ReservationsRepository } from './reservations.repository.js';
import type { ResolvedRequest } from './resolved-request.js';
import { updateReservation, type ResolvedChange } from './update-reservation.js';
import { checkWait } from './waiting.js';

/** Changes of reservations with many containers, and moves, that may run at once. */
const LARGE_PLACES = 2;
const MOVE_PLACES = 4;

/** Creates, changes and ends reservations, for both interfaces alike. */
@Injectable()
export class ReservationsService {
  private readonly largeChanges: HeavyWork;
  private readonly moves: HeavyWork;

  constructor(
    private readonly allocation: AllocationService,
    private readonly bestZone: BestZone,
    private readonly zones: ZonesRepository,
    private readonly collections: CollectionsRepository,
    private readonly reservations: ReservationsRepository,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    heavyWork: HeavyWork,
  ) {
    this.largeChanges = heavyWork.sibling(LARGE_PLACES, { kind: 'large-change', isNested: true });
    this.moves = heavyWork.sibling(MOVE_PLACES, { kind: 'move', isNested: true });
  }

  /**
   * Admits a reservation in the zone it names, else in the zone with the most room that fits.
   *
   * @throws DomainError `capacity-insufficient` with an offer, `unknown-zone`, `unknown-element`, `invalid-request`, `policy-violated`
   */
  create<R>(caller: Principal, request: ReservationRequest, as: RunAs<ReservationRecord, R>): Promise<R> {
    const { policies } = this.configuration;
    return this.admitNew(caller, request, (resolved) => as(createReservation(newId(), resolved, policies)));
  }

  /** Admits new reservations in the zone that the request names, else in the zone with the most room that fits. */
  async admitNew<R>(
    caller: Principal,
    request: ReservationRequest,
    admissionFor: (resolved: ResolvedRequest) => Admission<R>,
  ): Promise<R> {
    requireSomething(request);
    return againIfChanged(() => this.tryToAdmit(caller, request, admissionFor));
  }

  private async tryToAdmit<R>(
    caller: Principal,
    request: ReservationRequest,
    admissionFor: (resolved: ResolvedRequest) => Admission<R>,
  ): Promise<R> {
    const elements = await this.collections.find(tenantScope(caller), request.elements, 'elements');
    const resolved: ResolvedRequest = {
      ...request,
      elements: referencesTo(elements),
      restrictedTo: restrictedTo(elements),
    };
    const zoneIds = await this.candidateZones(request, elements);
    // Of several zones, the first tries know nothing of the wait.
    if (zoneIds.length > 1) checkWait(resolved, this.clock.now());
    // For ranking only: the chosen zone reads them again with its ledger.
    const isRanked = zoneIds.length > 1 && requiresTraits(request);
    const providerTraits = isRanked ? await this.zones.providerTraits() : undefined;
    const demand = demandFor(resolved.amounts, resolved.containers, resolved.traits);
    const demandIn = demandPerZone(resolved);
    const rank = rankFor(resolved, demandIn, providerTraits);
    // If all zones refuse, it waits in the best one that declares as much.
    const atOnce = zoneIds.length > 1 ? { ...resolved, wait: undefined } : resolved;
    const admission = () => admissionFor(atOnce);
    const inVain =
      resolved.wait && zoneIds.length > 1
        ? {
            admission: () => admissionFor(resolved),
            isPossible: mayFitLater(resolved, demandIn, providerTraits),
          }
        : undefined;
    const isForAnyZone = request.zoneId === undefined;
    return this.bestZone.admit(zoneIds, rank, admission, { wanted: demand.amounts, isForAnyZone, inVain });
  }

  /**
   * Changes a reservation, all or nothing.
   *
   * @throws DomainError as `create` does; `unknown-reservation`, `in-use`
   */
  async update<R>(
    caller: Principal,
    reference: string,
    change: AskedChange,
    as: RunAs<ReservationRecord, R>,
  ): Promise<R> {
    return againIfChanged(async () =>
      this.tryUpdate(caller, await this.locate(caller, reference, change.spelling), change, as),
    );
  }

  /** @throws DomainError `unknown-reservation`, `protected` */
  async cancel<R>(
    caller: Principal,
    reference: string,
    spelling: Spelling,
    as: RunAs<ReservationRecord, R>,
  ): Promise<R> {
    return againIfChanged(async () => {
      const record = await this.locate(caller, reference, spelling);
      return this.admitChange(record, record.zoneId, as(cancelReservation(record.id, spelling, caller)));
    });
  }

  /**
   * Ends the hold of a reservation.
   *
   * @throws DomainError `unknown-reservation`, also when the hold is over
   */
  async confirm(
    caller: Principal,
    reference: string,
    spelling: Spelling,
    remember?: Remember<ReservationRecord>,
  ): Promise<ReservationRecord> {
    return againIfChanged(async () => {
      const record = await this.locate(caller, reference, spelling);
      const confirmation = confirmReservation(record.id, spelling.id);
      return this.admitChange(record, record.zoneId, { ...confirmation, remember });
    });
  }

  private async tryUpdate<R>(
    caller: Principal,
    record: ReservationRecord,
    change: AskedChange,
    as: RunAs<ReservationRecord, R>,
  ): Promise<R> {
    const target = await this.zones.require(change.zoneId ?? record.zoneId, change.spelling.zone);
    if (target === record.zoneId) {
      const [admission] = await this.changesInZone(caller, target, [record], change);
      return this.admitChange(record, target, as(admission));
    }
    const resolved = await this.resolved(caller, record, change, target);
    const { policies } = this.configuration;
    const wasDrawn = await this.reservations.wasDrawn(record);
    const move = moveReservation({ record, to: target, caller, wasDrawn }, resolved, policies);
    return this.admitChange(record, target, as(move));
  }

  /**
   * A change of many containers, which reads and writes them all, waits for a place. So does a move: it waits for the locks of both zones
   * with one of the connections that appends need. Its time is not charged, as most of it is that wait.
   */
  private admitChange<R>(
    { containers = [], tenant, zoneId: from }: ReservationRecord,
    zoneId: string,
    admission: Admission<R>,
  ): Promise<R> {
    const admit = (): Promise<R> => this.allocation.admit(zoneId, admission);
    if (containers.length > MANY_CONTAINERS) return this.largeChanges.runCharged(admit, tenant);
    return zoneId === from ? admit() : this.moves.run(admit, tenant);
  }

  /** The admissions that change reservations of a zone there, in their order. */
  async changesInZone(
    caller: Principal,
    zoneId: string,
    records: readonly ReservationRecord[],
    change: AskedChange,
  ): Promise<Admission<ReservationRecord>[]> {
    const { policies } = this.configuration;
    if (changesMarksOnly(change)) return records.map((record) => markReservation(record, change, policies));
    const admissions: Admission<ReservationRecord>[] = [];
    let resolved: ResolvedChange | undefined;
    for (const record of records) {
      // New elements are the same for all.
      if (!resolved?.elementsAreNew) resolved = await this.resolved(caller, record, change, zoneId);
      admissions.push(updateReservation(record, resolved, policies));
    }
    return admissions;
  }

  private async resolved(
    caller: Principal,
    record: ReservationRecord,
    change: AskedChange,
    target: string,
  ): Promise<ResolvedChange> {
    const elements = await this.elementsAfter(caller, record, change);
    requireZone(elements, target);
    return {
      ...change,
      elements: referencesTo(elements),
      elementsAreNew: change.elements !== undefined,
      restrictedTo: restrictedTo(elements),
    };
  }

  /** The elements it has may include one that an operator has given it; the caller can name only its own. */
  private elementsAfter(
    caller: Principal,
    record: ReservationRecord,
    { elements }: AskedChange,
  ): Promise<Collection[]> {
    return elements === undefined
      ? this.collections.find(undefined, record.elements, 'elements')
      : this.collections.find(tenantScope(caller), elements, 'elements');
  }

  private async locate(caller: Principal, reference: string, spelling: Spelling): Promise<ReservationRecord> {
    const id = idOf('ResourceReservation', reference);
    const record = id && (await this.reservations.findOne(id, tenantScope(caller)));
    if (!record) throw unknownReservation(spelling.id);
    return record;
  }

  /** Elements are in one zone, and so is the reservation that protects them. */
  private async candidateZones(
    request: ReservationRequest,
    elements: readonly Collection[],
  ): Promise<readonly string[]> {
    const zoneId = request.zoneId ?? elements.at(0)?.zoneId;
    if (zoneId === undefined) return this.zones.inReach();
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

/** The rank of a zone for a request. */
function rankFor(
  request: ResolvedRequest,
  demandIn: (fold: ZoneView) => Demand,
  providerTraits?: ReadonlyMap<string, Traits>,
): ZoneRank {
  const options = placementOptions(request.restrictedTo, providerTraits);
  return (fold, now, addresses) => {
    const window = windowAhead(request, now);
    return window.start < window.end ? zoneRank(fold, demandIn(fold), window, options, addresses) : 0;
  };
}

/** Whether a zone declares as much as a request asks for, so that it may fit there later. */
function mayFitLater(
  request: ResolvedRequest,
  demandIn: (fold: ZoneView) => Demand,
  providerTraits?: ReadonlyMap<string, Traits>,
): (fold: ZoneView, now: Instant) => boolean {
  const options = placementOptions(request.restrictedTo, providerTraits);
  return (fold, now) => {
    const window = windowAhead(request, now);
    return window.start < window.end && declaresEnough(fold, demandIn(fold), window, options);
  };
}
