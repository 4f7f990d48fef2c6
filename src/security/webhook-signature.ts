import { createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '../kernel/time-window.js';

/** The prefix of secrets in Standard Webhooks; base64 follows. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** With the challenge to a receiver; the receiver answers with the same. */
export const CHALLENGE_HEADER = 'headroom-challenge';

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

/** What proves to a receiver that a request comes from this service. */
export interface Credentials {
  /** Sign the request, each on its own. */
  readonly secrets: readonly string[];
  /** The receiver's own, sent as it is. */
  readonly token?: string;
}

/** The headers of a request with the credentials of its subscription. */
export function credentialHeaders(
  content: SignedContent,
  { secrets, token }: Credentials,
): Record<string, string> {
  const signed = signatureHeaders(content, secrets);
  return token === undefined ? signed : { ...signed, authorization: `Bearer ${token}` };
}

/** The headers of Standard Webhooks, with one signature per secret; without a secret it goes unsigned. */
function signatureHeaders(
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
