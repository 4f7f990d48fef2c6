import { Injectable } from '@nestjs/common';
import { ZonesRepository } from '../allocation/zones.repository.js';
import { classOf } from '../capacity/resource-types.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId, parseReference } from '../kernel/identifiers.js';
import { ReservationsReader } from '../reservations/reservations.reader.js';
import type { Subscription, SubscriptionRequest } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Who wants to be told of which changes (semantics §8). */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly zones: ZonesRepository,
    private readonly reservations: ReservationsReader,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid-request` for an unknown type id; `unknown-zone`, `unknown-reservation` */
  async subscribe(request: SubscriptionRequest): Promise<Subscription> {
    const subscription: Subscription = {
      ...(await this.resolved(request)),
      id: newId(),
      createdAt: this.clock.now(),
    };
    await this.subscriptions.insert(subscription);
    return subscription;
  }

  /** @throws DomainError `unknown-subscription` */
  async get(id: string): Promise<Subscription> {
    const subscription = await this.subscriptions.find(idIn(id));
    if (!subscription) throw unknown();
    return subscription;
  }

  page(rows: number, after?: string): Promise<Subscription[]> {
    return this.subscriptions.page(rows, after);
  }

  /**
   * Ends a subscription and gives its id.
   *
   * @throws DomainError `unknown-subscription`
   */
  async unsubscribe(id: string): Promise<string> {
    const known = idIn(id);
    if (!(await this.subscriptions.remove(known))) throw unknown();
    return known;
  }

  /** What it names has to be there; a reservation that is named twice is watched once. */
  private async resolved(request: SubscriptionRequest): Promise<SubscriptionRequest> {
    if (request.kind === 'reservation') {
      const found = await this.reservations.live(request.reservationIds, 'inputFilter');
      return { ...request, reservationIds: [...new Set(found.map(({ record }) => record.id))] };
    }
    classOf(request.kind, request.typeId);
    if (request.zoneId !== undefined) await this.zones.require(request.zoneId, 'zoneId');
    return request;
  }
}

/** The bare id; subscriptions are no collections and have no `<Kind>:` form. */
function idIn(text: string): string {
  const reference = parseReference(text);
  if (!reference || reference.kind) throw unknown();
  return reference.id;
}

function unknown(): DomainError {
  const message = 'no subscription found for specified identifier';
  return new DomainError('unknown', 'unknown-subscription', message);
}
