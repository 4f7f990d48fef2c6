import { Slots } from '../../kernel/slots.js';

/** Requests in flight to all endpoints together, and to one of them. */
const MOST = 512;
const MOST_PER_ENDPOINT = 8;
/** What endpoints that have not answered yet may take of all: the rest is for those that do answer. */
const MOST_UNPROVEN = MOST / 2;
const MOST_REMEMBERED = 1_000;

/** How many lanes may be claimed. */
export interface Room {
  readonly total: number;
  readonly perEndpoint: Readonly<Record<string, number>>;
  /** For endpoints that are not named. */
  readonly otherwise: number;
}

/** Whether something more for an endpoint could have been claimed. */
export function hasRoomFor({ total, perEndpoint, otherwise }: Room, endpoint: string): boolean {
  return total > 0 && otherwise > 0 && (perEndpoint[endpoint] ?? otherwise) > 0;
}

/**
 * Who may have how many requests in flight in this process. An endpoint gets one until it has acknowledged something,
 * then eight, and one again after eight failures in a row; so however many hang, they are few requests, and the others
 * have room.
 */
export class DeliverySlots {
  private readonly inFlight = new Slots();
  /** Endpoints that acknowledge, with the failures since. */
  private readonly proven = new Map<string, number>();

  get count(): number {
    return this.inFlight.inUse;
  }

  room(): Room {
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

  /** Notes whether an endpoint acknowledged; those that did not for longest are forgotten first. */
  note(endpoint: string, hasAcknowledged: boolean): void {
    if (hasAcknowledged) this.trust(endpoint);
    else this.doubt(endpoint);
  }

  private trust(endpoint: string): void {
    this.proven.delete(endpoint);
    this.proven.set(endpoint, 0);
    if (this.proven.size <= MOST_REMEMBERED) return;
    const [oldest] = this.proven.keys();
    this.proven.delete(oldest);
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
