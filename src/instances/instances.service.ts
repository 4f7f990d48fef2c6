import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { againIfChanged } from '../allocation/changed-meanwhile.js';
import { CollectionsRepository, type Collection } from '../allocation/collections.repository.js';
import { timesItFits } from '../allocation/placement.js';
import type { ZoneView } from '../allocation/zone-fold.js';
import { ZonesRepository } from '../allocation/zones.repository.js';
import type { InstanceRecord } from '../allocation/records.js';
import {
  retiredProvider,
  unknownInstance,
  unknownProvider,
  unknownReservation,
} from '../allocation/refusals.js';
import type { Remember } from '../database/remembered-request.js';
import { DomainError } from '../kernel/domain-error.js';
import { idOf, newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { withoutZeros, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../kernel/time-window.js';
import { flavorOf, type Flavor } from '../providers/provider.js';
import { ProvidersService } from '../providers/providers.service.js';
import { countedOn, createInstance } from './create-instance.js';
import { destroyInstance } from './end-instance.js';
import type { InstanceOrder } from './instance.js';
import type { InstanceFilter } from './instance-list.js';
import { InstanceWorker } from './instance-worker.js';
import { InstancesRepository } from './instances.repository.js';

/** Per provider, what an instance of a flavor takes there. */
type Demands = ReadonlyMap<string, ResourceAmounts>;

@Injectable()
export class InstancesService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly collections: CollectionsRepository,
    private readonly providers: ProvidersService,
    private readonly instances: InstancesRepository,
    private readonly worker: InstanceWorker,
  ) {}

  /**
   * Records an instance with its capacity and has the platform told.
   *
   * @throws DomainError `unknown-reservation`, `reservation-inactive`, `unknown-provider`, `provider-retired`, `unknown-flavor`,
   *   `capacity-insufficient`
   */
  async create(order: InstanceOrder, remember?: Remember<InstanceRecord>): Promise<InstanceRecord> {
    const id = newId();
    const instance = await againIfChanged(() => this.tryCreate(id, order, remember));
    this.worker.wake();
    return instance;
  }

  private async tryCreate(
    id: string,
    order: InstanceOrder,
    remember?: Remember<InstanceRecord>,
  ): Promise<InstanceRecord> {
    const reservation = await this.reservationOf(order);
    const provider = await this.providerOf(order);
    if (reservation && provider && reservation.zoneId !== provider.zoneId) {
      throw DomainError.invalidField(['provider-id'], 'is in another zone than the reservation');
    }
    const zoneId = reservation?.zoneId ?? provider?.zoneId;
    const zoneIds = zoneId === undefined ? await this.zones.all() : [zoneId];
    const demands = await this.demandsIn(zoneIds, order.flavor, provider?.id);
    const { name, labels, image, flavor, networks } = order;
    const request = { reservationId: reservation?.id, name, labels, image, flavor, networks };
    return this.allocation.admitInBest(
      [...demands.keys()],
      (fold, now) => roomIn(fold, now, demands.get(fold.zoneId)),
      (zone) => ({
        ...createInstance(id, { ...request, demands: demands.get(zone) ?? new Map() }),
        remember,
      }),
    );
  }

  /** @throws DomainError `unknown-instance` (also for one that is destroyed already), `protected` */
  async destroy(
    reference: string,
    field: string,
    remember?: Remember<InstanceRecord>,
  ): Promise<InstanceRecord> {
    const id = idOf('ResourceAllocation', reference);
    const found = id && (await this.instances.find(id));
    if (!found) throw unknownInstance(field);
    const instance = await this.allocation.admit(found.zoneId, {
      ...destroyInstance(found.id, field),
      remember,
    });
    this.worker.wake();
    return instance;
  }

  /** @throws DomainError `unknown-instance` */
  async get(reference: string): Promise<InstanceRecord> {
    const id = idOf('ResourceAllocation', reference);
    const found = id && (await this.instances.find(id));
    if (!found) throw unknownInstance('id');
    return found;
  }

  /**
   * Instances by id, destroyed ones too.
   *
   * @throws DomainError `unknown-zone`; an id that names nothing just finds nothing
   */
  async list(filter: InstanceFilter, range: ListRange): Promise<Listed<InstanceRecord>> {
    await this.zones.requireIfGiven(filter.zoneId, 'zone');
    return this.instances.list(filter, range);
  }

  private async reservationOf({ reservation }: InstanceOrder): Promise<Collection | undefined> {
    if (reservation === undefined) return undefined;
    const found = await this.collections.locate('ResourceReservation', reservation);
    if (!found) throw unknownReservation('reservation-id');
    return found;
  }

  private async providerOf({ provider }: InstanceOrder): Promise<Collection | undefined> {
    if (provider === undefined) return undefined;
    const found = await this.collections.locate('ResourceProvider', provider);
    if (found) return found;
    throw unknownProvider('provider-id');
  }

  /** Per zone, what an instance of the flavor takes on each provider that knows it. */
  private async demandsIn(
    zoneIds: readonly string[],
    flavor: string,
    providerId: string | undefined,
  ): Promise<Map<string, Demands>> {
    const demands = new Map<string, Demands>();
    for (const [zoneId, providers] of await this.providers.inZones(zoneIds)) {
      const wanted = providers.filter(({ id }) => providerId === undefined || id === providerId);
      const inService = wanted.filter(({ state }) => state !== 'retired');
      if (providerId !== undefined && inService.length < wanted.length) {
        throw retiredProvider('provider-id', providerId);
      }
      const known = inService.flatMap((provider): [string, ResourceAmounts][] => {
        const found = flavorOf(provider, flavor);
        return found ? [[provider.id, amountsOf(found)]] : [];
      });
      if (known.length > 0) demands.set(zoneId, new Map(known));
    }
    if (demands.size > 0) return demands;
    const message = `flavor '${flavor}' is not known to ${providerId === undefined ? 'any provider' : 'the provider'}`;
    throw new DomainError('unknown', 'unknown-flavor', message, {
      fields: [{ path: ['flavor'], detail: message }],
    });
  }
}

/** How a zone ranks: by how many such instances its roomiest provider takes from now on. */
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
