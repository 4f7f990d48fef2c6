import { DomainError } from '../kernel/domain-error.js';
import { speakable } from '../kernel/speakable.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable } from '../providers/drivers/driver.js';
import { SecretUnreadable } from '../security/sealed-secrets.js';

const LONGEST_REASON = 500;

const READABLE = [
  PlatformUnreachable,
  PlatformRefused,
  CredentialsRefused,
  SecretUnreadable,
  DomainError,
] as const;

/** The reason of a platform failure, safe to store and show. For a defect it says only that there was one. */
export function failureOf(error: unknown): string {
  const isReadable = READABLE.some((kind) => error instanceof kind);
  return shortened(isReadable ? (error as Error).message : 'something failed here; the log says what');
}

/** Shortens a platform's text, which may have any length and content. */
export function shortened(text: string): string {
  const readable = speakable(text);
  return readable.length <= LONGEST_REASON
    ? readable
    : `${[...readable].slice(0, LONGEST_REASON - 1).join('')}…`;
}
