import { useMemo } from 'react';
import { providerName, useProviders } from '../api/providers';
import { useReservations, useReservationsOf, type ReservationFilter } from '../api/reservations';
import type { Provider, Reservation } from '../api/records';
import { describeAmounts } from '../kernel/amounts';
import { endFromWire, fromWire, type TimeWindow } from '../kernel/instant';
import { useViewSearch, type ViewSearch } from '../view-search';
import type { Bar, BarGroup } from './gantt-rows';

export const GROUPINGS = ['zone', 'tenant', 'provider'] as const;

const NOTHING: readonly Reservation[] = [];

export function filterOf({ zone, provider, tenant, state, kind, label }: ViewSearch): ReservationFilter {
  return { zone, provider, tenant, state, kind, label };
}

/** The reservations of the page, put together as it asks. */
export function useGroups(window: TimeWindow) {
  const { search } = useViewSearch();
  const filter = filterOf(search);
  const isByProvider = search.group === 'provider';
  const listed = useReservations(filter, window);
  const reservations = listed.data?.items ?? NOTHING;
  const byProvider = useProviderGroups(isByProvider, filter, window);
  const groups = useMemo(
    () => byProvider.groups ?? groupsBy(search.group === 'tenant' ? 'tenant' : 'zone', reservations),
    [byProvider.groups, search.group, reservations],
  );
  return { groups, reservations, ...together([listed, ...byProvider.reads]) };
}

interface Read {
  readonly data?: { readonly isCut: boolean };
  readonly error: Error | null;
  readonly isPending: boolean;
  /** What is there is of the filter or window before. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Several reads as one: what one of them lacks, the page lacks. */
function together(reads: readonly Read[]) {
  const failed = reads.filter(({ error }) => error);
  return {
    isCut: reads.some(({ data }) => data?.isCut),
    isPending: reads.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    error: failed.at(0)?.error ?? null,
    refetch: () => failed.forEach((read) => void read.refetch()),
  };
}

/** Records of a list don't say what backs them, so each provider is asked for. */
function useProviderGroups(
  isWanted: boolean,
  filter: ReservationFilter,
  window: TimeWindow,
): { readonly groups?: BarGroup[]; readonly reads: readonly Read[] } {
  const inZone = useProviders(filter.zone, isWanted);
  const providers = isWanted ? providersOf(filter, inZone.data?.items ?? []) : [];
  const ids = providers.map(({ providerId }) => providerId);
  const lists = useReservationsOf(ids, filter, window);
  if (!isWanted) return { reads: [] };
  const groups = providers.map((provider, index) => ({
    name: providerName(provider),
    bars: (lists[index].data?.items ?? []).map(barOf),
  }));
  return { groups, reads: [inZone, ...lists] };
}

function providersOf({ provider }: ReservationFilter, inZone: readonly Provider[]): readonly Provider[] {
  return provider === undefined ? inZone : inZone.filter(({ providerId }) => providerId === provider);
}

export function groupsBy(member: 'zone' | 'tenant', reservations: readonly Reservation[]): BarGroup[] {
  const groups = new Map<string, Bar[]>();
  for (const reservation of reservations) {
    const name = reservation[member] ?? 'no tenant';
    const bars = groups.get(name) ?? [];
    bars.push(barOf(reservation));
    groups.set(name, bars);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([name, bars]) => ({ name, bars }));
}

/** A reservation that was ended early is drawn until then. */
export function barOf(reservation: Reservation): Bar {
  const { reservationId, name, capacity, start, end, ended, state } = reservation;
  const from = fromWire(start);
  const until = Math.min(endFromWire(end), endFromWire(ended));
  return {
    id: reservationId,
    start: from,
    end: Math.max(until, from + 1),
    state,
    label: [name, describeAmounts(capacity)].filter(Boolean).join(' · ') || reservationId.slice(0, 8),
  };
}
