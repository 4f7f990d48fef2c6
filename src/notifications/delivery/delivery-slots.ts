import { Slots } from '../../kernel/slots.js';
import { rememberNewest } from '../../kernel/remember-newest.js';

/** Requests in flight, to all endpoints together and to one of them. */
const MOST = 512;
const MOST_PER_ENDPOINT = 8;
/** Share of all slots for endpoints that have not answered yet. The rest is for endpoints that do answer. */
const MOST_UNPROVEN = MOST / 2;
const MOST_REMEMBERED = 1_000;

/** How many lanes may be claimed. */
export interface FreeSlots {
  readonly total: number;
  readonly perEndpoint: Readonly<Record<string, number>>;
  /** Room of endpoints that `perEndpoint` doesn't name. */
  readonly otherwise: number;
}

/** Whether another lane of an endpoint could have been claimed. */
export function hasRoomFor({ total, perEndpoint, otherwise }: FreeSlots, endpoint: string): boolean {
  return total > 0 && otherwise > 0 && (perEndpoint[endpoint] ?? otherwise) > 0;
}

/**
 * Limits requests in flight per endpoint in this process. An endpoint gets one until it has acknowledged a
 * notification, then eight, and one again after eight failures in a row. So endpoints that hang occupy few slots, and
 * the others keep room.
 */
export class DeliverySlots {
  private readonly inFlight = new Slots();
  /** Endpoint that acknowledges → failures since its last acknowledgement. */
  private readonly proven = new Map<string, number>();

  get count(): number {
    return this.inFlight.inUse;
  }

  room(): FreeSlots {
    const endpoints = new Set([...this.proven.keys(), ...this.inFlight.keys()]);
    const unproven = this.unprovenInFlight();
    const most = unproven < MOST_UNPROVEN ? 1 : 0;
    const perEndpoint: Record<string, number> = {};
    for (const endpoint of endpoints) {
      const allowed = this.proven.has(endpoint) ? MOST_PER_ENDPOINT : most;
      perEndpoint[endpoint] = Math.max(0, allowed - this.inFlight.inUseOf(endpoint));
    }
    return { total: MOST - this.count, perEndpoint, otherwise: most };
  }

  take(endpoint: string): void {
    this.inFlight.take(endpoint);
  }

  give(endpoint: string): void {
    this.inFlight.give(endpoint);
  }

  /** Notes whether an endpoint acknowledged. Forgets the endpoints first whose last acknowledgement is oldest. */
  note(endpoint: string, hasAcknowledged: boolean): void {
    if (hasAcknowledged) rememberNewest(this.proven, endpoint, 0, MOST_REMEMBERED);
    else this.doubt(endpoint);
  }

  private doubt(endpoint: string): void {
    const failures = this.proven.get(endpoint);
    if (failures === undefined) return;
    if (failures + 1 < MOST_PER_ENDPOINT) this.proven.set(endpoint, failures + 1);
    else this.proven.delete(endpoint);
  }

  private unprovenInFlight(): number {
    let count = 0;
    for (const endpoint of this.inFlight.keys())
      if (!this.proven.has(endpoint)) count += this.inFlight.inUseOf(endpoint);
    return count;
  }
}
