import { rememberNewest } from '../kernel/remember-newest.js';
import { Slots } from '../kernel/slots.js';

/** Instances of a provider that one process works on at a time. */
const USUAL = 8;
const IN_ALL = 256;
/** One that is retired meanwhile never answers. */
const MAX_SILENT = 1_000;

/** Limits calls per platform in this process. A platform that did not answer gets one call at a time until it does. */
export class PlatformSlots {
  readonly usual = USUAL;
  private readonly taken = new Slots();
  private readonly silent = new Map<string, true>();

  get left(): number {
    return IN_ALL - this.taken.inUse;
  }

  /** Provider → room, where it is not the usual one. */
  room(): Readonly<Record<string, number>> {
    const providers = new Set([...this.taken.keys(), ...this.silent.keys()]);
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

  /** Notes whether a platform answered at all. */
  note(providerId: string, answered: boolean): void {
    if (answered) this.silent.delete(providerId);
    else rememberNewest(this.silent, providerId, true, MAX_SILENT);
  }
}
