import { createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '../kernel/time-window.js';

/** The prefix of secrets in Standard Webhooks; base64 follows. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret for signatures, in the form in which the receiver gets it. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The key within a secret. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

export interface SignedContent {
  readonly id: string;
  /** When this attempt is sent. */
  readonly at: Instant;
  /** The bytes that are sent. */
  readonly body: string;
}

/** The headers of Standard Webhooks, with one signature per secret; without a secret it goes unsigned. */
export function signatureHeaders(
  { id, at, body }: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(at) };
  const signatures = secrets.map((secret) => {
    const code = createHmac('sha256', keyOf(secret)).update(`${id}.${at}.${body}`, 'utf8').digest('base64');
    return `v1,${code}`;
  });
  if (signatures.length > 0) headers['webhook-signature'] = signatures.join(' ');
  return headers;
}
