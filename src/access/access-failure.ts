/**
 * Why credentials give no principal. `missing` and `invalid`: others have to be sent. `forbidden`: they are genuine, but
 * stand for nobody who may use the service. `unavailable`: it can't be told at the moment.
 */
export type FailureKind = 'missing' | 'invalid' | 'expired' | 'forbidden' | 'unavailable';

export class AccessFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** For the caller. It never repeats any of the credentials. */
    readonly detail: string,
    cause?: unknown,
  ) {
    super(detail, { cause });
    this.name = 'AccessFailure';
  }

  /** @param reason why the caller can't be identified at the moment */
  static unavailable(reason: string, cause?: unknown): AccessFailure {
    return new AccessFailure('unavailable', `Who calls can't be told now: ${reason}.`, cause);
  }
}
