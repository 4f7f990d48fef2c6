import type { RememberedRequest } from '../../database/remembered-request.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isRead, type ZoneRequest } from '../admission/admission.js';
import type { Draft } from '../admission/draft.js';

/** The result of a request, or the error it threw. */
export type Settled = { readonly value: unknown } | { readonly error: unknown };

/** What requests store of themselves. */
export interface Records {
  /** The record that a request under an `Idempotency-Key` wants to store. */
  readonly remembered: Map<ZoneRequest<unknown>, RememberedRequest>;
  /** These records are not part of the append. */
  readonly keysApart: boolean;
}

/** Runs a request. If it throws, the entries it posted to the draft are undone. */
export function outcomeOf(
  request: ZoneRequest<unknown>,
  draft: Draft,
  { remembered, keysApart }: Records,
): Settled {
  try {
    if (isRead(request)) return { value: request.read(draft) };
    if (request.isDryRun) return { value: draft.rehearse(() => request.decide(draft)) };
    const value = draft.withSavepoint(() => {
      const decided = request.decide(draft);
      if (request.remember) {
        const record = request.remember(decided);
        if (record.answered) remembered.set(request, record.answered);
        draft.saveRequest(keysApart ? { audit: record.audit } : record);
      }
      return decided;
    });
    return { value };
  } catch (error) {
    return { error };
  }
}

/** Whether a request is refused with an offer. */
export function hasOffer(outcome: Settled): boolean {
  return 'error' in outcome && outcome.error instanceof DomainError && outcome.error.offer !== undefined;
}
