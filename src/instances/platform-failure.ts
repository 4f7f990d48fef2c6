import type { InstanceRecord } from '../allocation/admission/records.js';
import { DomainError } from '../kernel/domain-error.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import { speakable } from '../kernel/speakable.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable } from '../providers/drivers/driver.js';
import { SecretUnreadable } from '../security/sealed-secrets.js';

const MAX_REASON_LENGTH = 500;

const READABLE = [
  PlatformUnreachable,
  PlatformRefused,
  CredentialsRefused,
  SecretUnreadable,
  DomainError,
] as const;

/** What a limited view has instead of the error of an attempt. */
const RETRIED = 'the platform could not do it yet; it is tried again';

/** The reason of a platform failure, safe to store and for operators to read. For a defect it says only that there was one. */
export function failureOf(error: unknown): string {
  const isReadable = READABLE.some((kind) => error instanceof kind);
  return shortened(isReadable ? (error as Error).message : 'something failed here; the log says what');
}

/**
 * The failure of an instance as a principal may see it. The error of an attempt can name a platform's address, or what is
 * wrong with its credentials: that is for operators and auditors. The failure of an instance in `error` is what its
 * platform said.
 */
export function failureFor(
  caller: Principal,
  { state, failure }: Pick<InstanceRecord, 'state' | 'failure'>,
): string | undefined {
  const isShown = failure === undefined || state === 'error' || tenantScope(caller) === undefined;
  return isShown ? failure : RETRIED;
}

/** Shortens a platform's text, which may have any length and content. */
export function shortened(text: string): string {
  const readable = speakable(text);
  return readable.length <= MAX_REASON_LENGTH
    ? readable
    : `${[...readable].slice(0, MAX_REASON_LENGTH - 1).join('')}…`;
}
