import { Slots } from '../kernel/slots.js';

/** How many instances of a provider one process brings on at a time. */
const USUAL = 8;
const IN_ALL = 256;

/**
 * Shares a process out among the platforms: none gets more than some calls at a time, and one that did not answer
 * gets a single one until it does.
 */
export class PlatformSlots {
  readonly usual = USUAL;
  private readonly taken = new Slots();
  private readonly silent = new Set<string>();

  get left(): number {
    return IN_ALL - this.taken.inUse;
  }

  /** How much room there is where it is not the usual one. */
  room(): Readonly<Record<string, number>> {
    const providers = new Set([...this.taken.keys(), ...this.silent]);
    return Object.fromEntries(
      [...providers].map((id) => {
        const most = this.silent.has(id) ? 1 : USUAL;
        return [id, Math.max(0, most - this.taken.inUseOf(id))];
      }),
    );
  }

  take(providerId: string): void {
    this.taken.take(providerId);
  }

  give(providerId: string): void {
    this.taken.give(providerId);
  }

  /** Notes whether a platform has answered at all. */
  note(providerId: string, answered: boolean): void {
    if (answered) this.silent.delete(providerId);
    else this.silent.add(providerId);
  }
}
