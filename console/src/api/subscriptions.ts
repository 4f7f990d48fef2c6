import { useQuery } from '@tanstack/react-query';
import type { NorthboundKind } from '../kernel/amounts';
import { request } from './http';
import { readAll } from './paging';
import type { Delivery, DeliveryWithLog, Subscription, Threshold } from './records';
import { useEffectOnLedger } from './reservations';

const MAX_SUBSCRIPTIONS = 1000;
/** The newest; older ones are in the list of the service. */
const MAX_DELIVERIES = 100;
const DELIVERIES_MS = 10_000;

export function useSubscriptions(zone?: string) {
  return useQuery({
    queryKey: ['subscriptions', zone],
    queryFn: ({ signal }) =>
      readAll<Subscription>('/subscriptions', { zone, order: 'desc' }, MAX_SUBSCRIPTIONS, signal),
    select: ({ items }) => items,
  });
}

export function useDeliveries(subscription: string, state?: string) {
  return useQuery({
    queryKey: ['deliveries', subscription, state],
    queryFn: ({ signal }) =>
      readAll<Delivery>(
        '/subscriptions/{id}/deliveries',
        { id: subscription, state, order: 'desc' },
        MAX_DELIVERIES,
        signal,
      ),
    select: ({ items }) => items,
    refetchInterval: DELIVERIES_MS,
  });
}

/** With the outcome of each attempt. */
export function useDelivery(id: string) {
  return useQuery({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => request<DeliveryWithLog>(`/deliveries/${id}`, { signal }),
  });
}

/** Where notifications are sent; without an address, to the default one of the service, or they are kept for reading. */
export interface Callback {
  readonly callbackUri?: string;
  readonly callbackToken?: string;
}

/** A subscription to changes of capacity, or of all reservations. */
export type Wish = Callback &
  (
    | {
        readonly kind: NorthboundKind;
        readonly typeId: string;
        readonly zoneId?: string;
        readonly threshold?: Threshold;
      }
    | { readonly kind: 'reservation' }
  );

export interface Subscribed {
  readonly secret: string;
}

export function useSubscribe() {
  return useEffectOnLedger((wish: Wish) => {
    if (wish.kind === 'reservation') {
      const { callbackUri, callbackToken } = wish;
      const body = { inputFilter: [], callbackUri, callbackToken };
      return request<Subscribed>('/reservation/subscribe', { body });
    }
    const { kind, typeId, ...rest } = wish;
    return request<Subscribed>(`/capacity/${kind}/subscribe`, {
      body: { [`${kind}ResourceTypeId`]: typeId, ...rest },
    });
  });
}

export function useUnsubscribe() {
  return useEffectOnLedger((id: string) => request(`/subscriptions/${id}`, { method: 'delete' }));
}

export type SubscriptionCommand = 'test' | 'redeliver' | 'enable' | 'rotate-secret';

export function useSubscriptionCommand(command: SubscriptionCommand) {
  return useEffectOnLedger((id: string) =>
    request<Partial<Subscribed>>(`/subscriptions/${id}/${command}`, { method: 'post' }),
  );
}

export function useRedeliver() {
  return useEffectOnLedger((id: string) => request(`/deliveries/${id}/redeliver`, { method: 'post' }));
}
