import type { Schemas } from '@headroom/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fromWire, toWire, type Instant } from '../kernel/instant';
import type { Amounts } from '../kernel/amounts';
import { request } from './http';

/** Equal containers, each of which counts as one instance. */
export interface ContainersAsked {
  readonly count: number;
  readonly cores: number;
  /** MB */
  readonly ram: number;
}

/** What has to fit, where and when. */
export interface RoomAsked {
  readonly zone?: string;
  /** Either amounts, or containers. */
  readonly capacity?: Amounts;
  readonly containers?: ContainersAsked;
  /** Seconds. */
  readonly duration: number;
  /** Undefined: now. */
  readonly from?: Instant;
  /** Undefined: a year after the start. */
  readonly to?: Instant;
  readonly cpuArchitecture?: string;
}

/** A stretch of starts from each of which everything fits. */
export interface FreeWindow {
  readonly zone: string;
  readonly start: Instant;
  /** Of the window that begins at the start. */
  readonly end: Instant;
  readonly latestStart: Instant;
  /** What would remain free throughout the first window. */
  readonly free: Amounts;
}

export interface RoomFound {
  readonly windows: readonly FreeWindow[];
  /** There may be later ones. */
  readonly isMore: boolean;
  readonly held?: { readonly reservationId: string; readonly heldUntil: Instant };
}

/** Asked anew when a ledger moves. @param asked undefined: nothing yet */
export function useRoom(asked: RoomAsked | undefined) {
  return useQuery({
    queryKey: ['find', asked],
    queryFn: ({ signal }) =>
      asked ? findRoom(asked, undefined, signal) : Promise.reject(new Error('nothing asked')),
    enabled: asked !== undefined,
  });
}

/** Holds the first window in the step that finds it, so that no other request can take it in between. */
export function useFindAndHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ asked, seconds }: { readonly asked: RoomAsked; readonly seconds: number }) =>
      findRoom(asked, seconds),
    onSuccess: () => void client.invalidateQueries(),
  });
}

async function findRoom(asked: RoomAsked, hold?: number, signal?: AbortSignal): Promise<RoomFound> {
  const { windows, more, held } = await request<Schemas['WindowsFound']>('/find-windows', {
    body: bodyOf(asked, hold),
    signal,
    purpose: hold === undefined ? 'read' : 'change',
  });
  return {
    windows: windows.map(({ start, end, latestStart, ...rest }) => ({
      ...rest,
      start: fromWire(start),
      end: fromWire(end),
      latestStart: fromWire(latestStart),
    })),
    isMore: more,
    held: held && { ...held, heldUntil: fromWire(held.heldUntil) },
  };
}

function bodyOf(
  { zone, capacity, containers, duration, from, to, cpuArchitecture }: RoomAsked,
  hold?: number,
) {
  return {
    zone,
    capacity,
    containers: containers && Array.from({ length: containers.count }, () => containerOf(containers)),
    duration,
    window: { start: from && toWire(from), end: to && toWire(to) },
    traits: cpuArchitecture ? { cpuArchitecture } : undefined,
    hold,
  };
}

function containerOf({ cores, ram }: ContainersAsked) {
  return {
    containerFlavor: {
      virtualCpu: cores > 0 ? { numVirtualCpu: cores } : undefined,
      virtualMemory: ram > 0 ? { virtualMemSize: ram } : undefined,
    },
  };
}
