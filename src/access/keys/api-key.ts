import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Principal, Role, KeyScope } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 digits of base 62 are 256 bits. */
const SECRET_LENGTH = 43;
/** 32 bits in base 62. */
const CHECKSUM_LENGTH = 6;
const FORM = /^hr_([0-9a-f]{32})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

export const KEY_PREFIX = 'hr_';

/** What a caller sends: `hr_<id>_<secret>_<checksum>`. The checksum detects a truncated or mistyped key without a lookup. */
export interface PresentedKey {
  readonly id: string;
  readonly secret: string;
}

/** A key as the service stores and shows it, without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Of a consumer; no other role has one. */
  readonly tenant?: string;
  /** Of a machine; empty for other roles. */
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Instant;
  /** The id of the principal that made it. */
  readonly createdBy: string;
  readonly expiresAt: Instant;
  readonly revokedAt?: Instant;
  /** In steps of a minute. */
  readonly lastUsedAt?: Instant;
}

/** SHA-256 of the secrets of a key. */
export interface KeyHashes {
  readonly current: Buffer;
  readonly previous?: Buffer;
  readonly previousUntil?: Instant;
}

/** Gives undefined for a text that no service can have issued. */
export function parseKey(text: string): PresentedKey | undefined {
  const [, hex = '', secret = '', checksum] = FORM.exec(text) ?? [];
  if (checksum === undefined || checksum !== checksumOf(hex, secret)) return undefined;
  return { id: uuidOf(hex), secret };
}

export function formatKey({ id, secret }: PresentedKey): string {
  const hex = id.replaceAll('-', '');
  return `${KEY_PREFIX}${hex}_${secret}_${checksumOf(hex, secret)}`;
}

export function newSecret(): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      // 62 * 4: the rest of a byte would favour some digits.
      if (byte < 248) secret += DIGITS[byte % 62];
    }
  }
  return secret.slice(0, SECRET_LENGTH);
}

export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The principal that a key stands for. */
export function principalOf({ id, role, tenant, scopes }: ApiKey): Principal {
  return Object.freeze({ id: `key:${id}`, role, tenant, scopes });
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyStateOf({ revokedAt, expiresAt }: ApiKey, now: Instant): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

function checksumOf(hex: string, secret: string): string {
  let rest = crc32(`${KEY_PREFIX}${hex}_${secret}`);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
