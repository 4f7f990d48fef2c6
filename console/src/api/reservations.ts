import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Amounts } from '../kernel/amounts';
import { toWire, type TimeWindow } from '../kernel/instant';
import { ApiError } from './api-error';
import { request } from './http';
import { mayBeDone, operate, type Outcome } from './operation';
import { readAll, type Listed } from './paging';
import { FULL_REFRESH_MS } from './query-client';
import type { Reservation, ReservationDetails } from './records';
import { MAX_OCCURRENCES } from '../reservations/repeat';
import { versionOf } from '../reservations/version';

/** More bars than that say nothing on a screen. */
export const MAX_RESERVATIONS = 10_000;
/** Of a list that takes several requests, so that a page left open costs little. */
const LARGE_LIST = 1000;

export interface ReservationFilter {
  readonly zone?: string;
  readonly provider?: string;
  readonly tenant?: string;
  readonly state?: string;
  readonly kind?: string;
  readonly label?: string;
  readonly series?: string;
}

function listed(filter: ReservationFilter, window: TimeWindow) {
  return {
    queryKey: ['reservations', filter, window],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readAll<Reservation>(
        '/reservations',
        { ...filter, from: toWire(window.start), to: toWire(window.end) },
        MAX_RESERVATIONS,
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: (query: { state: { data?: Listed<Reservation> } }) =>
      (query.state.data?.items.length ?? 0) > LARGE_LIST ? FULL_REFRESH_MS / 2 : 0,
  };
}

export function useReservations(filter: ReservationFilter, window: TimeWindow) {
  return useQuery(listed(filter, window));
}

/** A reservation that several providers back is in the list of each. */
export function useReservationsOf(
  providers: readonly string[],
  filter: ReservationFilter,
  window: TimeWindow,
) {
  return useQueries({ queries: providers.map((provider) => listed({ ...filter, provider }, window)) });
}

export function useReservation(id: string) {
  return useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) =>
      request<ReservationDetails>(`/reservations/${encodeURIComponent(id)}`, { signal }),
  });
}

/** Members as `POST /create-reservation` names them. */
export interface ReservationOrder {
  readonly zone?: string;
  readonly start?: string;
  readonly end?: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly capacity: Amounts;
  readonly hold?: number;
  readonly wait?: boolean;
  readonly 'wait-until'?: string;
  readonly repeat?: string;
}

export interface ReservationChange {
  readonly 'reservation-id': string;
  readonly start?: string;
  readonly end?: string | null;
  readonly capacity?: Amounts;
}

export type Cancellation = { readonly 'reservation-id': string } | { readonly 'series-id': string };

interface Created {
  readonly 'reservation-id': string;
  readonly message: string;
}

interface Changed {
  readonly message: string;
}

/** @param onMade called with the id of each reservation that was made */
export function useCreateReservation(onMade: (id: string) => void) {
  return useEffectOnLedger(async (order: ReservationOrder) => {
    const outcome = await operate<Created>('create-reservation', order);
    if (outcome.outcome === 'done') onMade(outcome.answer['reservation-id']);
    return outcome;
  });
}

/**
 * Sends nothing if the reservation has been changed since it was shown: a change sets members also to the values shown.
 *
 * @param shown the reservation from which the change was made
 * @param onDone called with the message of the service
 */
export function useUpdateReservation(
  shown: Reservation,
  { onDone, onStale }: { readonly onDone: (message: string) => void; readonly onStale: () => void },
) {
  const client = useQueryClient();
  return useEffectOnLedger(async (change: ReservationChange) => {
    // After a lost answer the change itself may be the difference, and its key makes it take effect once.
    if (!mayBeDone('update-reservation', change) && (await isOutdated(shown))) {
      onStale();
      void client.invalidateQueries();
      throw new ApiError(409, 'The reservation has been changed since this page read it. Nothing was sent.');
    }
    return reported(await operate<Changed>('update-reservation', change), onDone);
  });
}

async function isOutdated(shown: Reservation): Promise<boolean> {
  const path = `/reservations/${encodeURIComponent(shown.reservationId)}`;
  const present = await request<ReservationDetails>(path, { purpose: 'trial' });
  return versionOf(present) !== versionOf(shown);
}

/** @param onDone called with the message of the service */
export function useCancelReservation(onDone: (message: string) => void) {
  return useEffectOnLedger(async (which: Cancellation) =>
    reported(await operate<Changed>('cancel-reservation', which), onDone),
  );
}

function reported(outcome: Outcome<Changed>, onDone: (message: string) => void): Outcome<Changed> {
  if (outcome.outcome === 'done') onDone(outcome.answer.message);
  return outcome;
}

export function useConfirmReservation() {
  return useEffectOnLedger((which: { readonly 'reservation-id': string }) =>
    operate<Changed>('confirm-reservation', which),
  );
}

/** All occurrences of a series, the first to begin first. */
export function useSeries(series: string) {
  return useQuery({
    queryKey: ['reservations', 'series', series],
    queryFn: ({ signal }) =>
      readAll<Reservation>('/reservations', { series, order: 'asc' }, MAX_OCCURRENCES, signal),
    select: ({ items }) => items.toSorted((a, b) => a.start.localeCompare(b.start)),
  });
}

/** Those that wait in a zone, in the order in which they are tried. */
export function useWaiting(zone: string) {
  return useQuery({
    queryKey: ['reservations', 'waiting', zone],
    queryFn: ({ signal }) =>
      readAll<Reservation>('/reservations', { zone, state: 'waiting' }, LARGE_LIST, signal),
    select: ({ items }) => items,
  });
}

/** What was read of the ledger before is read again afterwards. */
export function useEffectOnLedger<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries() });
}
