import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { NorthboundKind } from '../kernel/amounts';
import { request } from './http';
import { readAll } from './paging';
import type { Delivery, DeliveryWithLog, Subscription, Threshold } from './records';
import { useEffectOnLedger } from './reservations';

const MAX_SUBSCRIPTIONS = 1000;
const DELIVERIES_PER_PAGE = 100;
const DELIVERIES_MS = 10_000;

export function useSubscriptions(zone?: string) {
  return useQuery({
    queryKey: ['subscriptions', zone],
    queryFn: ({ signal }) =>
      readAll<Subscription>('/subscriptions', { zone, order: 'desc' }, MAX_SUBSCRIPTIONS, signal),
  });
}

/** One that a list lacks, because it is of another zone or older than those shown. */
export function useSubscription(id: string | undefined) {
  return useQuery({
    enabled: id !== undefined,
    queryKey: ['subscriptions', 'one', id],
    queryFn: ({ signal }) =>
      request<Subscription>(`/subscriptions/${encodeURIComponent(id ?? '')}`, { signal }),
  });
}

interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly next?: string;
}

/** The newest first. Only the first page is read again by itself: a later one is read because the user asked for it. */
export function useDeliveries(subscription: string, state?: string) {
  return useInfiniteQuery({
    queryKey: ['deliveries', subscription, state],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<DeliveryPage>(`/subscriptions/${subscription}/deliveries`, {
        query: { state, order: 'desc', limit: DELIVERIES_PER_PAGE, cursor },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: (query) => isFirstPage(query) && DELIVERIES_MS,
    refetchOnWindowFocus: isFirstPage,
  });
}

function isFirstPage({
  state,
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } };
}): boolean {
  return (state.data?.pages.length ?? 0) <= 1;
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

export type SubscriptionCommand = 'test' | 'redeliver' | 'enable';

export function useSubscriptionCommand(command: SubscriptionCommand) {
  return useEffectOnLedger((id: string) => request(`/subscriptions/${id}/${command}`, { method: 'post' }));
}

/** @param onSecret called with the new secret, also if the part of the page that asked for it has been closed meanwhile */
export function useRotateSecret(onSecret: (secret: string) => void) {
  return useEffectOnLedger(async (id: string) => {
    const { secret } = await request<Partial<Subscribed>>(`/subscriptions/${id}/rotate-secret`, {
      method: 'post',
    });
    if (secret) onSecret(secret);
  });
}

export function useRedeliver() {
  return useEffectOnLedger((id: string) => request(`/deliveries/${id}/redeliver`, { method: 'post' }));
}
