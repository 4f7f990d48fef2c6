import { Slots } from '../../kernel/slots.js';
import { rememberNewest } from '../../kernel/remember-newest.js';

/** Requests in flight, to all endpoints together and to one of them. */
const MAX_IN_FLIGHT = 512;
const MAX_PER_ENDPOINT = 8;
/** Share of all slots for endpoints that have not answered yet. The rest is for endpoints that do answer. */
const MAX_UNPROVEN = MAX_IN_FLIGHT / 2;
const MAX_REMEMBERED = 1_000;

/** What slots are counted for: an endpoint, and there a tenant. */
export interface Place {
  readonly endpoint: string;
  /** Empty: the lanes of subscriptions without a tenant. */
  readonly tenant: string;
}

/** How many lanes of an endpoint may be claimed. */
export interface EndpointRoom {
  readonly free: number;
  /** The tenant that was served last: the others come first. */
  readonly last?: string;
  /** Slots of tenants, and how many each of them may have at most: none, and one, of a tenant that isn't named. */
  readonly tenants: ReadonlyMap<string, TenantRoom>;
}

interface TenantRoom {
  readonly held: number;
  readonly most: number;
}

const NO_ROOM_TAKEN: TenantRoom = { held: 0, most: 1 };

/** How many lanes may be claimed. */
export interface FreeSlots {
  readonly total: number;
  readonly perEndpoint: Readonly<Record<string, EndpointRoom>>;
  /** Room of endpoints that `perEndpoint` doesn't name. */
  readonly otherwise: number;
}

/** Whether another lane of a tenant at an endpoint could have been claimed. */
export function hasRoomFor(
  { total, perEndpoint, otherwise }: FreeSlots,
  { endpoint, tenant }: Place,
): boolean {
  if (total <= 0) return false;
  const room = perEndpoint[endpoint];
  const { held, most } = room?.tenants.get(tenant) ?? NO_ROOM_TAKEN;
  return (room?.free ?? otherwise) > 0 && most > held;
}

/**
 * Limits requests in flight per endpoint in this process. An endpoint gets one until it has acknowledged a
 * notification, then eight, and one again after eight failures in a row. So endpoints that hang occupy few slots, and
 * the others keep room. Tenants share the slots of an endpoint, and the same holds for each of them there: a path that
 * hangs costs the others one slot.
 */
export class DeliverySlots {
  private readonly inFlight = new Slots();
  private readonly inFlightOf = new Slots();
  /** Endpoint that acknowledges → failures since its last acknowledgement. */
  private readonly proven = new Map<string, number>();
  /** The same of tenants at their endpoints. */
  private readonly provenOf = new Map<string, number>();
  private readonly servedLast = new Map<string, string>();

  get count(): number {
    return this.inFlight.inUse;
  }

  room(): FreeSlots {
    const unproven = this.unprovenInFlight();
    const most = unproven < MAX_UNPROVEN ? 1 : 0;
    const perEndpoint: Record<string, EndpointRoom> = {};
    const tenants = this.tenants();
    for (const endpoint of new Set([
      ...this.proven.keys(),
      ...this.inFlight.keys(),
      ...this.servedLast.keys(),
    ])) {
      const allowed = this.proven.has(endpoint) ? MAX_PER_ENDPOINT : most;
      perEndpoint[endpoint] = {
        free: Math.max(0, allowed - this.inFlight.inUseOf(endpoint)),
        last: this.servedLast.get(endpoint),
        tenants: tenants.get(endpoint) ?? new Map(),
      };
    }
    return { total: MAX_IN_FLIGHT - this.count, perEndpoint, otherwise: most };
  }

  take(place: Place): void {
    const { endpoint, tenant } = place;
    this.inFlight.take(endpoint);
    this.inFlightOf.take(keyOf(place));
    rememberNewest(this.servedLast, endpoint, tenant, MAX_REMEMBERED);
  }

  give(place: Place): void {
    this.inFlight.give(place.endpoint);
    this.inFlightOf.give(keyOf(place));
  }

  /** Notes whether an endpoint acknowledged. Forgets those first whose last acknowledgement is oldest. */
  note(place: Place, hasAcknowledged: boolean): void {
    const { endpoint } = place;
    const key = keyOf(place);
    if (hasAcknowledged) {
      rememberNewest(this.proven, endpoint, 0, MAX_REMEMBERED);
      rememberNewest(this.provenOf, key, 0, MAX_REMEMBERED);
    } else if (this.provenOf.has(key)) {
      // Only a tenant to which it did acknowledge says something about the endpoint for the others.
      doubt(this.proven, endpoint);
      doubt(this.provenOf, key);
    }
  }

  /** Per endpoint those that `EndpointRoom` names. */
  private tenants(): ReadonlyMap<string, Map<string, TenantRoom>> {
    const byEndpoint = new Map<string, Map<string, TenantRoom>>();
    for (const key of new Set([...this.provenOf.keys(), ...this.inFlightOf.keys()])) {
      const { endpoint, tenant } = placeOf(key);
      const tenants = byEndpoint.get(endpoint) ?? new Map<string, TenantRoom>();
      const most = this.provenOf.has(key) ? MAX_PER_ENDPOINT : 1;
      byEndpoint.set(endpoint, tenants.set(tenant, { held: this.inFlightOf.inUseOf(key), most }));
    }
    return byEndpoint;
  }

  private unprovenInFlight(): number {
    let count = 0;
    for (const endpoint of this.inFlight.keys())
      if (!this.proven.has(endpoint)) count += this.inFlight.inUseOf(endpoint);
    return count;
  }
}

function doubt(proven: Map<string, number>, key: string): void {
  const failures = proven.get(key);
  if (failures === undefined) return;
  if (failures + 1 < MAX_PER_ENDPOINT) proven.set(key, failures + 1);
  else proven.delete(key);
}

/** An endpoint has no space. */
function keyOf({ endpoint, tenant }: Place): string {
  return `${endpoint} ${tenant}`;
}

function placeOf(key: string): Place {
  const end = key.indexOf(' ');
  return { endpoint: key.slice(0, end), tenant: key.slice(end + 1) };
}
