import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { DomainError } from './domain-error.js';
import { PlaceQueue } from './place-queue.js';
import type { Pace } from './pace.js';

/** A request about a reservation of more containers takes as long as many others. */
export const MANY_CONTAINERS = 32;

/** Requests of this sort that may wait for a place by default; further ones are refused at once. */
const MAX_WAITING = 64;

/** Maximum wait for a place. Admissions take milliseconds; a later answer is of no use to a client. */
const MAX_WAIT_MS = 2_000;

/** The share of the process's time that heavy requests get, beyond what they have saved up. */
const DEFAULT_SHARE = 0.3;

/** Milliseconds of work that can be saved up in a quiet time, so that a lone heavy request is not slowed down. */
const MAX_CREDIT_MS = 250;

/**
 * Milliseconds that a debt stops heavy requests by default, at most. Less than a request waits for a place: a client whose requests
 * come one after the other is not refused, however slow the machine was.
 */
const MAX_STOP_MS = 1_500;

/** Milliseconds that are charged for a part of a request at most. */
const MAX_STEP_MS = 50;

/** The longest pause, so that a debt made by others does not stop a request for long, and no debt once they are done. */
const MAX_PAUSE_MS = 200;

export interface HeavyWorkFigures {
  readonly running: number;
  readonly waiting: number;
  /** Since the process started. */
  readonly refused: number;
}

export interface HeavyWorkOptions {
  /** Its name in metrics. */
  readonly kind?: string;
  readonly share?: number;
  /** Milliseconds that can be owed. */
  readonly maxDebt?: number;
  readonly maxWaiting?: number;
  /** Its requests may have a place of another kind of heavy work at the same time. */
  readonly isNested?: boolean;
}

/** All kinds of heavy work of a process. */
interface Family {
  readonly members: HeavyWork[];
  underWay: () => number;
}

/** Of requests whose client is not known. */
const ANY_CLIENT = '';

/**
 * Limits what heavy requests take from all others: only a few run at a time, and together they get a share of the event
 * loop's time. Such work is charged for, and pauses between its parts. Clients take turns at the places.
 */
export class HeavyWork implements Pace {
  private running = 0;
  private withoutPlace = 0;
  private refused = 0;
  private readonly waiting: PlaceQueue;
  private credit = MAX_CREDIT_MS;
  private creditedAt = performance.now();
  private chargedUntil = 0;
  private timer?: NodeJS.Timeout;
  private readonly kind: string;
  private readonly share: number;
  private readonly maxDebt: number;
  private readonly isNested: boolean;
  private family: Family = { members: [this], underWay: () => Infinity };

  /** @param places heavy requests that may run at once */
  constructor(
    private readonly places: number,
    {
      kind = 'request',
      share = DEFAULT_SHARE,
      maxDebt = MAX_STOP_MS * share,
      maxWaiting = MAX_WAITING,
      isNested = false,
    }: HeavyWorkOptions = {},
  ) {
    this.kind = kind;
    this.share = share;
    this.maxDebt = maxDebt;
    this.isNested = isNested;
    this.waiting = new PlaceQueue({ maxWaiting, maxWaitMs: MAX_WAIT_MS, refusal: () => this.refusal() });
  }

  get figures(): HeavyWorkFigures {
    return { running: this.running, waiting: this.waiting.size, refused: this.refused };
  }

  get figuresByKind(): ReadonlyMap<string, HeavyWorkFigures> {
    return new Map(this.family.members.map(({ kind, figures }) => [kind, figures]));
  }

  /** @param underWay number of all requests under way; if they are all heavy, they go on without a pause */
  yieldToOthersOf(underWay: () => number): void {
    this.family.underWay = underWay;
  }

  /** Places for another kind of heavy work. */
  sibling(places: number, options: HeavyWorkOptions & { readonly kind: string }): HeavyWork {
    const sibling = new HeavyWork(places, options);
    sibling.family = this.family;
    this.family.members.push(sibling);
    return sibling;
  }

  /**
   * Waits for a place and gives the function that gives it back.
   *
   * @param client clients take turns at the places
   * @throws DomainError `heavy-requests-busy` when there is none in time
   */
  async place(client = ANY_CLIENT): Promise<() => void> {
    if (this.waiting.size > 0 || this.running >= this.places || this.debt() > 0) await this.turn(client);
    else this.begin();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.running -= 1;
      this.beginNext();
    };
  }

  /** Counts a heavy request that has given its place back and goes on, until the function is called that this gives. */
  goOnWithoutPlace(): () => void {
    this.withoutPlace += 1;
    return () => {
      this.withoutPlace -= 1;
    };
  }

  /** Does work in a place of its own. */
  async run<T>(work: () => Promise<T>, client?: string): Promise<T> {
    const giveBack = await this.place(client);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** As `run`, and charges the time it took as `chargeRunning` does. */
  runCharged<T>(work: () => Promise<T>, client?: string): Promise<T> {
    return this.run(async () => {
      try {
        return await work();
      } finally {
        this.chargeRunning();
      }
    }, client);
  }

  /** Charges the time, not charged yet, in which at least one request has had a place. To be called before a place is given back. */
  chargeRunning(): void {
    const now = performance.now();
    this.charge(now - this.chargedUntil);
    this.chargedUntil = now;
  }

  /** Takes milliseconds from what heavy requests may use. */
  charge(milliseconds: number): void {
    this.earn();
    this.credit = Math.max(this.credit - milliseconds, -this.maxDebt);
  }

  /** Does synchronous work and charges the time it took. */
  timed<T>(work: () => T): T {
    const begun = performance.now();
    try {
      return work();
    } finally {
      this.charge(performance.now() - begun);
    }
  }

  /**
   * Does a part of a heavy request that waits for the database, and charges the time it took: the database has been at
   * work meanwhile, on the same processors. A part that was held up by others is charged up to a limit.
   */
  async step<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.charge(Math.min(performance.now() - begun, MAX_STEP_MS));
    }
  }

  /** Does synchronous work part by part, each up to a `yield`, and lets others go first in between. */
  async inParts<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const part = this.timed(() => work.next());
      if (part.done) return part.value;
      await this.breathe();
    }
  }

  /** Lets others go first: to be awaited between the parts of a heavy request. */
  async breathe(): Promise<void> {
    const debt = this.debt();
    if (debt > 0) await pause(Math.min(debt / this.share, MAX_PAUSE_MS));
    else await nextTurn();
  }

  /**
   * The pace of a request that is refused if it takes longer: a later answer is of no use to a client, and a later effect
   * would surprise it. `breathe` throws `heavy-requests-busy` then.
   */
  within(milliseconds: number): Pace {
    const deadline = performance.now() + milliseconds;
    return {
      step: (work) => this.step(work),
      inParts: (work) => this.inParts(work),
      breathe: () => (performance.now() > deadline ? Promise.reject(this.refusal()) : this.breathe()),
    };
  }

  private begin(): void {
    if (this.running === 0) this.chargedUntil = performance.now();
    this.running += 1;
  }

  private turn(client: string): Promise<void> {
    const turn = this.waiting.wait(client);
    this.beginNext();
    return turn;
  }

  private beginNext(): void {
    while (this.waiting.size > 0 && this.running < this.places) {
      const debt = this.debt();
      if (debt > 0) {
        this.timer ??= setTimeout(
          () => {
            this.timer = undefined;
            this.beginNext();
          },
          Math.min(debt / this.share, MAX_PAUSE_MS),
        );
        return;
      }
      this.begin();
      this.waiting.next();
    }
  }

  private refusal(): DomainError {
    this.refused += 1;
    const message =
      'too many requests that take long are under way; ask for less at a time, or try again shortly';
    return new DomainError('unavailable', 'heavy-requests-busy', message, { retryAfter: 1 });
  }

  private debt(): number {
    this.earn();
    return this.othersWait() ? Math.max(0, -this.credit) : 0;
  }

  /** Whether there are requests that are not heavy. Where it can't be told, there are. */
  private othersWait(): boolean {
    let heavy = 0;
    let outer = 0;
    let nested = 0;
    for (const { running, withoutPlace, waiting, isNested } of this.family.members) {
      heavy += running + withoutPlace + waiting.size;
      if (isNested) nested += running;
      else outer += running;
    }
    return this.family.underWay() > heavy - Math.min(nested, outer);
  }

  private earn(): void {
    const now = performance.now();
    this.credit = Math.min(MAX_CREDIT_MS, this.credit + (now - this.creditedAt) * this.share);
    this.creditedAt = now;
  }
}
