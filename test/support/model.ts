/** The acknowledged changes, and an independent computation of figures from them, second by second. */

export type Amounts = Readonly<Record<string, number>>;

/** Half-open, in seconds; `Infinity` is for ever. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

export interface Figures {
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number;
}

export interface ModelReservation {
  window: Window;
  amounts: Amounts;
  /** False if cancelled, or displaced by a forced decrease: then it holds only what its instances use. */
  holds: boolean;
}

export interface ModelInstance {
  readonly reservation?: string;
  readonly amounts: Amounts;
  /** The part of the amounts that is drawn from its reservation. */
  readonly drawn: Amounts;
}

export class ZoneModel {
  readonly pools: { readonly window: Window; readonly amounts: Amounts }[] = [];
  readonly reservations = new Map<string, ModelReservation>();
  readonly instances = new Map<string, ModelInstance>();

  constructor(public now: number) {}

  /** What live instances draw from a reservation. */
  drawnFrom(reservation: string): Amounts {
    const drawn: Record<string, number> = {};
    for (const instance of this.instances.values()) {
      if (instance.reservation !== reservation) continue;
      for (const name in instance.drawn) drawn[name] = (drawn[name] ?? 0) + instance.drawn[name];
    }
    return drawn;
  }

  figuresAt(second: number, name: string): Figures {
    const isOn = ({ start, end }: Window): boolean => Math.max(start, this.now) <= second && second < end;
    let total = 0;
    let reserved = 0;
    let allocated = 0;
    for (const pool of this.pools) if (isOn(pool.window)) total += pool.amounts[name] ?? 0;
    for (const [id, reservation] of this.reservations) {
      if (!reservation.holds || !isOn(reservation.window)) continue;
      reserved += (reservation.amounts[name] ?? 0) - (this.drawnFrom(id)[name] ?? 0);
    }
    for (const instance of this.instances.values()) {
      if (isOn(this.windowOf(instance))) allocated += instance.amounts[name] ?? 0;
    }
    return { total, reserved, allocated, available: total - reserved - allocated };
  }

  /** Whether amounts are available at every instant of a window. Valid only with a single provider. */
  fits(amounts: Amounts, window: Window): boolean {
    const from = Math.max(window.start, this.now);
    const seconds = [from, ...this.instants().filter((second) => second > from && second < window.end)];
    return Object.keys(amounts).every((name) =>
      seconds.every((second) => this.figuresAt(second, name).available >= amounts[name]),
    );
  }

  /** Every instant from now on at which a figure may change. */
  instants(): number[] {
    const windows = [
      ...this.pools.map(({ window }) => window),
      ...[...this.reservations.values()].map(({ window }) => window),
      ...[...this.instances.values()].map((instance) => this.windowOf(instance)),
    ];
    const seconds = windows.flatMap(({ start, end }) => [Math.max(start, this.now), end]);
    return [...new Set([this.now, ...seconds])]
      .filter((second) => second >= this.now && second < Infinity)
      .sort((a, b) => a - b);
  }

  private windowOf({ reservation }: ModelInstance): Window {
    const held = reservation === undefined ? undefined : this.reservations.get(reservation);
    return { start: this.now, end: held?.window.end ?? Infinity };
  }
}
