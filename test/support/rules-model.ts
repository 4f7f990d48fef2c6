/** A zone as its clients know it: the rules of reservations in plain loops over seconds. All amounts are equal units. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Pool extends Span {
  readonly id?: string;
  readonly provider: string;
  end: number;
  readonly units: number;
}

export type Status = 'admitted' | 'waiting' | 'conflict' | 'terminated' | 'lapsed';

export interface Known {
  readonly id: string;
  readonly tenant?: string;
  start: number;
  end: number;
  units: number;
  status: Status;
  /** The units that each provider backs, where there are several. */
  claims: Readonly<Record<string, number>>;
  /** The end of a hold that is not confirmed. */
  heldUntil?: number;
  /** The end of a wait. */
  waitUntil?: number;
  /** Seconds after the start, until which an instance has to draw. */
  expiry?: number;
  wasDrawn?: boolean;
  endedAt?: number;
  /** The states that it went through, in order. */
  readonly states: string[];
  /** Sums over the past seconds. */
  reservedSeconds: number;
  usedSeconds: number;
}

export interface Instance extends Span {
  readonly id: string;
  readonly of?: Known;
  readonly provider: string;
  end: number;
}

/** A reservation as the service has placed it. */
export interface Placed {
  readonly id: string;
  readonly status: Status;
  readonly claims: Readonly<Record<string, number>> | null;
}

export interface Figures {
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number;
}

export class RulesModel {
  /** The figures at each second of the past, as they were then. */
  readonly past = new Map<number, Figures>();
  /** The figures at each commit, and at each instant at which a window begins or ends. */
  readonly seen: Figures[] = [];
  /** Several decisions were made at one instant, in no particular number of commits. */
  isAmbiguous = false;
  readonly pools: Pool[] = [];
  readonly reservations: Known[] = [];
  readonly instances: Instance[] = [];

  constructor(
    public now: number,
    readonly providers: readonly string[],
  ) {}

  /** With several providers, the service chooses where a reservation lies. */
  get isPlacedByService(): boolean {
    return this.providers.length > 1;
  }

  private claimOf(known: Known, provider: string): number {
    return this.isPlacedByService ? (known.claims[provider] ?? 0) : known.units;
  }

  leftOn(known: Known, provider: string, at = this.now): number {
    const drawn = this.instances.filter(
      (instance) => instance.of === known && instance.provider === provider && isOn(instance, at),
    );
    return this.claimOf(known, provider) - drawn.length;
  }

  totalOf(provider: string, at: number): number {
    return sum(
      this.pools.filter((pool) => pool.provider === provider && isOn(pool, at)).map(({ units }) => units),
    );
  }

  availableOf(provider: string, at: number, without?: Known): number {
    const used = this.instances.filter(
      (instance) => instance.provider === provider && isOn(instance, at),
    ).length;
    return this.totalOf(provider, at) - used - this.reservedOf(provider, at, without);
  }

  private reservedOf(provider: string, at: number, without?: Known): number {
    const holding = this.reservations.filter(
      (known) => known !== without && this.isHolding(known) && isOn(known, at),
    );
    return sum(holding.map((known) => this.leftOn(known, provider, at)));
  }

  isLive({ status, end, heldUntil = Infinity, waitUntil = Infinity }: Known, at = this.now): boolean {
    if (status === 'terminated' || status === 'lapsed' || end <= at || heldUntil <= at) return false;
    return status !== 'waiting' || waitUntil > at;
  }

  stateOf(known: Known, at = this.now): string {
    if (known.status === 'terminated') return 'terminated';
    if (!this.isLive(known, at)) return 'expired';
    if (known.status !== 'admitted') return known.status;
    if (known.heldUntil !== undefined) return 'held';
    return known.start <= at ? 'active' : 'initialized';
  }

  total(at: number): number {
    return sum(this.providers.map((provider) => this.totalOf(provider, at)));
  }

  allocated(at: number): number {
    return this.instances.filter((instance) => isOn(instance, at)).length;
  }

  drawn(known: Known, at: number): number {
    return this.instances.filter((instance) => instance.of === known && isOn(instance, at)).length;
  }

  rest(known: Known): number {
    return known.units - this.drawn(known, Math.max(known.start, this.now));
  }

  reserved(at: number, without?: Known): number {
    return sum(this.providers.map((provider) => this.reservedOf(provider, at, without)));
  }

  available(at: number, without?: Known): number {
    return this.total(at) - this.allocated(at) - this.reserved(at, without);
  }

  figures(at = this.now): Figures {
    return {
      total: this.total(at),
      reserved: this.reserved(at),
      allocated: this.allocated(at),
      available: this.available(at),
    };
  }

  /** The most that a tenant holds, or waits for, at an instant of a span. */
  peak(tenant: string, span: Span, without?: Known): number {
    const mine = this.reservations.filter(
      (known) =>
        known !== without &&
        known.tenant === tenant &&
        this.isLive(known) &&
        (known.status === 'admitted' || known.status === 'waiting'),
    );
    const sums = this.changesIn(span).map((at) =>
      sum(mine.filter((known) => isOn(known, at)).map(({ units }) => units)),
    );
    return Math.max(...sums);
  }

  /** Every instant from now on at which a figure may change. */
  changes(): number[] {
    const spans: Span[] = [...this.pools, ...this.reservations, ...this.instances];
    const all = [this.now, ...spans.flatMap(({ start, end }) => [start, end])];
    return [...new Set(all)].filter((at) => at >= this.now && at < Infinity).sort((a, b) => a - b);
  }

  /** The least available amount of a provider from now on in a span. */
  roomOf(provider: string, span: Span, without?: Known): number {
    return Math.min(...this.changesIn(span).map((at) => this.availableOf(provider, at, without)));
  }

  changesIn({ start, end }: Span): number[] {
    const from = Math.max(start, this.now);
    return [from, ...this.changes().filter((at) => at > from && at < end)];
  }

  /** Units are equal, so as many fit as on each provider alone. */
  room(span: Span, without?: Known): number {
    return sum(this.providers.map((provider) => Math.max(0, this.roomOf(provider, span, without))));
  }

  /** What one reservation could have throughout a span: never more than at the worst instant. */
  throughout(span: Span): number {
    return Math.min(this.room(span), ...this.changesIn(span).map((at) => this.available(at)));
  }

  fits(units: number, span: Span, without?: Known): boolean {
    return units === 0 || this.room(span, without) >= units;
  }

  /** Takes over where the service has placed them, and which it has admitted. Returns the changes that no rule allows. */
  adopt(placed: readonly Placed[], mayDisplace: boolean): string[] {
    const allowed = ['conflict admitted', 'waiting admitted', ...(mayDisplace ? ['admitted conflict'] : [])];
    const wrong: string[] = [];
    for (const known of this.reservations) {
      const { status, claims } = placed.find(({ id }) => id === known.id) ?? known;
      const change = `${known.status} ${status}`;
      const isRight = status === known.status || (this.isLive(known) && allowed.includes(change));
      if (!isRight) wrong.push(`${known.id}: ${change}`);
      known.claims = claims ?? {};
      if (change === 'waiting admitted') this.admit(known);
      known.status = status;
      this.note(known);
    }
    return [...wrong, ...this.faults()];
  }

  /** Reservations that could be admitted or are not backed, and instants at which more is promised than there is. */
  private faults(): string[] {
    const short = this.providers.flatMap((provider) =>
      this.changes().filter((at) => this.availableOf(provider, at) < 0 && this.reservedOf(provider, at) > 0),
    );
    const live = this.reservations.filter((known) => this.isLive(known));
    const wrong = live.filter((known) => {
      const isHolding = this.isHolding(known);
      const backed = sum(Object.values(known.claims));
      if (backed !== (isHolding ? known.units : this.drawn(known, this.now))) return true;
      return !isHolding && this.fits(this.rest(known), known);
    });
    return [
      ...short.map((at) => `over-committed at ${at}`),
      ...wrong.map(({ id, status }) => `${id} is ${status}, or backed by too much or too little`),
    ];
  }

  note(known: Known, at = this.now): void {
    const state = this.stateOf(known, at);
    if (known.states.at(-1) !== state) known.states.push(state);
  }

  /** What happens by the clock in the seconds that pass, and then by decisions at the end of them. */
  pass(seconds: number): void {
    for (let at = this.now; at < this.now + seconds; at++) {
      this.past.set(at, this.figures(at));
      this.seen.push(this.figures(at));
      for (const known of this.reservations) {
        // The end of a hold and of a wait is notified when it is recorded.
        const { heldUntil = Infinity, waitUntil = Infinity } = known;
        if (heldUntil > at && waitUntil > at) this.note(known, at);
        const drawn = this.drawn(known, at);
        known.usedSeconds += drawn;
        known.reservedSeconds += this.isHolding(known) && isOn(known, at) ? known.units : drawn;
      }
    }
    this.now += seconds;
    this.seen.push(this.figures());
    for (const known of this.reservations) if (this.isLive(known)) this.note(known);
    const before = this.reservations.map(({ status }) => status).join();
    for (const known of this.reservations) {
      if (known.status === 'terminated' || known.status === 'lapsed') continue;
      const isOver = (known.heldUntil ?? Infinity) <= this.now;
      const hasWaited =
        known.status === 'waiting' && Math.min(known.waitUntil ?? Infinity, known.end) <= this.now;
      if (isOver || hasWaited) this.release(known);
    }
    this.settle();
    const hasChanged = before !== this.reservations.map(({ status }) => status).join();
    const overdue = this.overdue();
    if (overdue.length + (hasChanged || this.isPlacedByService ? 1 : 0) > 1) this.isAmbiguous = true;
    for (const known of overdue) {
      this.release(known);
      this.settle();
    }
    for (const known of this.reservations) this.note(known);
  }

  /** Those that nothing was drawn from in time, in the order in which they are released. */
  overdue(at = this.now): Known[] {
    const due = this.reservations.filter((known) => {
      const { expiry = Infinity, start, end, status, wasDrawn } = known;
      const isDue = Math.min(start + expiry, end) <= at && status !== 'waiting' && !wasDrawn;
      return isDue && expiry < Infinity && this.isLive(known, at);
    });
    return due.sort((a, b) => expiresAt(a) - expiresAt(b));
  }

  private release(known: Known): void {
    known.status = 'lapsed';
    known.endedAt = this.now;
  }

  /** Tries those in conflict and then those that wait, the oldest first. */
  settle(): void {
    if (this.isPlacedByService) return;
    const without = this.reservations.filter((known) => this.isLive(known));
    for (const known of without.filter(({ status }) => status === 'conflict')) {
      if (this.fits(this.rest(known), known)) known.status = 'admitted';
    }
    for (const known of without.filter(({ status }) => status === 'waiting')) {
      if (this.fits(known.units, known)) this.admit(known);
    }
    for (const known of this.reservations) this.note(known);
  }

  admit(known: Known): void {
    if (known.status === 'waiting') known.start = Math.max(known.start, this.now);
    known.status = 'admitted';
    known.waitUntil = undefined;
  }

  /** Puts reservations in conflict, the latest created first, until nothing is promised that is not there. */
  displace(only?: Known): void {
    if (this.isPlacedByService) return;
    for (const known of this.reservations.toReversed()) {
      if (only && known !== only) continue;
      if (!this.isHolding(known) || !this.isLive(known) || this.rest(known) === 0) continue;
      if (this.roomOf(this.providers[0], known) < 0) known.status = 'conflict';
    }
    this.settle();
  }

  private isHolding({ status }: Known): boolean {
    return status === 'admitted';
  }
}

export function expiresAt({ start, end, expiry = Infinity }: Known): number {
  return Math.min(start + expiry, end);
}

export function isOn({ start, end }: Span, at: number): boolean {
  return start <= at && at < end;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
