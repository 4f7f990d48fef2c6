import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { BestZone } from '../allocation/best-zone.js';
import { againIfChanged } from '../allocation/admission/changed-meanwhile.js';
import type { RunAs } from '../allocation/admission/dry-run.js';
import { CollectionsRepository, type Collection } from '../zones/collections.repository.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import type { InstanceRecord } from '../allocation/admission/records.js';
import {
  retiredProvider,
  unknownInstance,
  unknownProvider,
  unknownReservation,
} from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { idOf, newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import { timesItFits, withoutZeros, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../kernel/time-window.js';
import type { Flavor } from '../providers/provider.js';
import { ProvidersService } from '../providers/providers.service.js';
import { countedOn, createInstance } from './create-instance.js';
import { destroyInstance } from './end-instance.js';
import type { InstanceOrder } from './instance.js';
import type { InstanceFilter } from './instance-list.js';
import { InstanceWorker } from './instances.worker.js';
import { InstancesRepository } from './instances.repository.js';

/** Provider → amounts of an instance of a flavor there. */
type Demands = ReadonlyMap<string, ResourceAmounts>;

@Injectable()
export class InstancesService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly bestZone: BestZone,
    private readonly zones: ZonesRepository,
    private readonly collections: CollectionsRepository,
    private readonly providers: ProvidersService,
    private readonly instances: InstancesRepository,
    private readonly worker: InstanceWorker,
  ) {}

  /**
   * Records an instance with its capacity, and wakes the worker that calls the platform.
   *
   * @throws DomainError `unknown-reservation`, `reservation-inactive`, `unknown-provider`, `provider-retired`,
   *   `unknown-flavor`, `capacity-insufficient`
   */
  async create<R>(caller: Principal, order: InstanceOrder, as: RunAs<InstanceRecord, R>): Promise<R> {
    const id = newId();
    const instance = await againIfChanged(() => this.tryCreate(caller, id, order, as));
    this.worker.wake();
    return instance;
  }

  private async tryCreate<R>(
    caller: Principal,
    id: string,
    order: InstanceOrder,
    as: RunAs<InstanceRecord, R>,
  ): Promise<R> {
    const reservation = await this.reservationOf(caller, order);
    const provider = await this.providerOf(order);
    const zoneId = reservation?.zoneId ?? provider?.zoneId;
    const zoneIds = zoneId === undefined ? await this.zones.inReach() : [zoneId];
    const flavorZones = provider ? [provider.zoneId] : zoneIds;
    const demands = await this.demandsIn(flavorZones, order.flavor, provider?.id);
    // A provider may be in another zone than the reservation: then it backs nothing of it, like others without a claim.
    const demandsOf = (zone: string): Demands | undefined => demands.get(provider?.zoneId ?? zone);
    const { name, labels, image, flavor, networks } = order;
    const tenant = reservation ? reservation.tenant : order.tenant;
    const request = { reservationId: reservation?.id, tenant, name, labels, image, flavor, networks };
    return this.bestZone.admit(
      zoneIds.filter((zone) => demandsOf(zone)),
      (fold, now) => roomIn(fold, now, demandsOf(fold.zoneId)),
      (zone) => as(createInstance(id, { ...request, demands: demandsOf(zone) ?? new Map() })),
      { isForAnyZone: zoneId === undefined },
    );
  }

  /** @throws DomainError `unknown-instance` (also for one that is destroyed already), `protected` */
  async destroy<R>(
    caller: Principal,
    reference: string,
    field: string,
    as: RunAs<InstanceRecord, R>,
  ): Promise<R> {
    const found = await this.locate(caller, reference, field);
    const destroyed = await this.allocation.admit(found.zoneId, as(destroyInstance(found.id, field, caller)));
    this.worker.wake();
    return destroyed;
  }

  /** @throws DomainError `unknown-instance` */
  get(caller: Principal, reference: string): Promise<InstanceRecord> {
    return this.locate(caller, reference, 'id');
  }

  /**
   * Instances by id, destroyed ones too.
   *
   * @throws DomainError `unknown-zone`; an id that names nothing just finds nothing
   */
  async list(caller: Principal, filter: InstanceFilter, range: ListRange): Promise<Listed<InstanceRecord>> {
    await this.zones.requireIfGiven(filter.zoneId);
    return this.instances.list(tenantScope(caller), filter, range);
  }

  private async locate(caller: Principal, reference: string, field: string): Promise<InstanceRecord> {
    const id = idOf('ResourceAllocation', reference);
    const found = id && (await this.instances.find(tenantScope(caller), id));
    if (!found) throw unknownInstance(field);
    return found;
  }

  private async reservationOf(
    caller: Principal,
    { reservation }: InstanceOrder,
  ): Promise<Collection | undefined> {
    if (reservation === undefined) return undefined;
    const found = await this.collections.locate(tenantScope(caller), 'ResourceReservation', reservation);
    if (!found) throw unknownReservation('reservation-id');
    return found;
  }

  private async providerOf({ provider }: InstanceOrder): Promise<Collection | undefined> {
    if (provider === undefined) return undefined;
    const found = await this.collections.locate(undefined, 'ResourceProvider', provider);
    if (found) return found;
    throw unknownProvider('provider-id');
  }

  /** Zone → amounts of an instance of the flavor, for each provider that has it. */
  private async demandsIn(
    zoneIds: readonly string[],
    flavor: string,
    providerId: string | undefined,
  ): Promise<Map<string, Demands>> {
    const demands = new Map<string, Map<string, ResourceAmounts>>();
    for (const offer of await this.providers.offersIn(zoneIds, flavor, providerId)) {
      const { zoneId, id, state, flavor: found } = offer;
      if (state === 'retired') {
        if (providerId !== undefined) throw retiredProvider('provider-id', providerId);
      } else if (found) {
        const known = demands.get(zoneId) ?? new Map<string, ResourceAmounts>();
        demands.set(zoneId, known.set(id, amountsOf(found)));
      }
    }
    if (demands.size > 0) return demands;
    const message = `flavor '${flavor}' is not known to ${providerId === undefined ? 'any provider' : 'the provider'}`;
    throw DomainError.about(['flavor'], 'unknown', 'unknown-flavor', message);
  }
}

/** Rank of a zone: how many such instances fit on its roomiest provider from now on. */
function roomIn(fold: ZoneView, now: Instant, demands: Demands | undefined): number {
  const rest = { start: now, end: FOREVER };
  const fits = [...(demands ?? [])].map(([providerId, demand]) => {
    const amounts = countedOn(fold, providerId, demand);
    return timesItFits(fold.provider(providerId).room(Object.keys(amounts), rest), amounts);
  });
  return Math.max(0, ...fits);
}

function amountsOf({ cores, ram, gigabytes }: Flavor): ResourceAmounts {
  return withoutZeros({ instances: 1, cores, ram, gigabytes });
}
