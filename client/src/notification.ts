import type { components } from './generated/openapi.js';

type Body = components['schemas']['CapacityChange'] | components['schemas']['ReservationChange'];

/** A notification whose signature is right. */
export interface Notification {
  /** The same at each attempt: a receiver that has processed it acknowledges and does nothing. */
  readonly id: string;
  /** Rises within a reservation, or for capacity within a subscription. */
  readonly position?: number;
  readonly body: Body;
}

export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the sender's clock may be off, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** The request does not come from the service, or not in time, or can't be read; a receiver answers 401. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}

const SECRET_PREFIX = 'whsec_';
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a notification (Standard Webhooks) and parses it. Uses WebCrypto, so it runs in Node and in browsers.
 *
 * @param headers as the receiver got them, or a `Headers`; the case of names does not matter
 * @param body the bytes of the request, before any parsing
 * @param secret of the subscription, `whsec_…`; several while the secret is being rotated
 * @throws NotificationRejected when a header is missing, the time is off, no signature fits, or the body is no JSON object
 * @throws TypeError when no signature fits and one of the secrets is unusable
 */
export async function verifyNotification(
  headers: HeaderSource,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<Notification> {
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const signatures = required(headers, 'webhook-signature').split(' ');
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  // NaN is not small either.
  if (!(age <= toleranceSeconds)) throw new NotificationRejected('webhook-timestamp is too far from now');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedByAny(signed, signatures, [secret].flat()))) {
    throw new NotificationRejected('no signature fits');
  }
  const position = headerOf(headers, 'headroom-position');
  return {
    id,
    ...(position === undefined ? {} : { position: Number(position) }),
    body: parsed(new TextDecoder().decode(bytes)),
  };
}

function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch (cause) {
    throw new NotificationRejected('the body is no JSON', { cause });
  }
  throw new NotificationRejected('the body is no JSON object');
}

async function isSignedByAny(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const usable = secrets.map(keyOf).filter((bytes) => bytes !== undefined);
  for (const bytes of usable) {
    const key = await importKey(bytes);
    for (const signature of signatures) {
      const [version, code = ''] = signature.split(',');
      const given = version === 'v1' ? bytesOf(code) : undefined;
      // WebCrypto compares in constant time.
      if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return true;
    }
  }
  // Only now: during a rotation another secret may fit.
  if (usable.length < secrets.length)
    throw new TypeError('secret: expected the secret of the subscription, which begins with whsec_');
  return false;
}

/** Undefined: the secret is unusable, such as an environment variable that is not set. */
function keyOf(secret: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  const key = secret?.startsWith(SECRET_PREFIX) ? bytesOf(secret.slice(SECRET_PREFIX.length)) : undefined;
  return key?.length ? key : undefined;
}

function importKey(key: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function required(headers: HeaderSource, name: string): string {
  const value = headerOf(headers, name);
  if (!value) throw new NotificationRejected(`${name} is missing`);
  return value;
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** Undefined: it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
