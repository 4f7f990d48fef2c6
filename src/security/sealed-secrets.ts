import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CredentialKey } from '../config/configuration.js';

/** A sealed secret can't be read. The message gives the reason and contains neither the secret nor a key. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

const VERSION = 'v1';
/** The place of no secret. */
const FORGOTTEN = 'forgotten';
const ALGORITHM = 'aes-256-gcm';
const KEY_LENGTH = 32;
/** 96 random bits: each data key seals one secret once, and each key-encryption key wraps far fewer than 2^32 of them. */
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

interface Envelope {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly ciphertext: Buffer;
}

/**
 * Envelope encryption of secrets at rest: every secret has its own data key, which is encrypted under a named key. A
 * change of the named key therefore rewrites only the wrapped data key.
 *
 * Sealed form: `v1:<key id>:<wrapped data key>:<ciphertext>`, the last two base64url of iv, ciphertext and tag.
 */
export class SealedSecrets {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly current: CredentialKey;

  /** @param keys the first is current; the others open secrets sealed earlier */
  constructor(keys: readonly CredentialKey[]) {
    for (const { id, key } of keys) {
      if (id === '' || id.includes(':')) throw new Error('a credential key id must be a text without colons');
      if (key.length !== KEY_LENGTH) throw new Error(`credential key '${id}' must have ${KEY_LENGTH} bytes`);
    }
    if (keys.length === 0) throw new Error('there is no credential key');
    this.current = keys[0];
    this.keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** @param aad the place of the secret: it can't be opened with another */
  seal(text: string, aad: string): string {
    const dataKey = randomBytes(KEY_LENGTH);
    const ciphertext = encrypt(dataKey, Buffer.from(text, 'utf8'), aad);
    return written({ keyId: this.current.id, wrappedKey: this.wrap(dataKey), ciphertext });
  }

  /** @throws SecretUnreadable when the key is missing, or the text was altered or belongs to another place */
  open(sealed: string, aad: string): string {
    const envelope = read(sealed);
    const dataKey = this.unwrap(envelope);
    const text = decrypt(dataKey, envelope.ciphertext, aad);
    if (text) return text.toString('utf8');
    if (decrypt(dataKey, envelope.ciphertext, FORGOTTEN)) {
      throw new SecretUnreadable('the secret was given up after the loss of its key');
    }
    throw new SecretUnreadable('the sealed secret was altered or belongs to another row');
  }

  /** Takes the place of a secret whose key is lost. It is re-encrypted like a secret, and opening it fails. */
  forgotten(): string {
    return this.seal('', FORGOTTEN);
  }

  hasKey(id: string): boolean {
    return this.keys.has(id);
  }

  /** Whether secrets are sealed under this key from now on. */
  isCurrent(id: string): boolean {
    return id === this.current.id;
  }

  /** @throws SecretUnreadable when its key is missing or has been replaced by another one */
  checkKey(sealed: string): void {
    this.unwrap(read(sealed));
  }

  /** Re-encrypts the secret under the current key; returns the text unchanged if it already is. */
  rewrap(sealed: string): string {
    const envelope = read(sealed);
    const dataKey = this.unwrap(envelope);
    if (this.isCurrent(envelope.keyId)) return sealed;
    return written({ ...envelope, keyId: this.current.id, wrappedKey: this.wrap(dataKey) });
  }

  /** Prefix of every text sealed under the current key. */
  get currentPrefix(): string {
    return `${VERSION}:${this.current.id}:`;
  }

  private wrap(dataKey: Buffer): Buffer {
    return encrypt(this.current.key, dataKey, wrappingAad(this.current.id));
  }

  private unwrap({ keyId, wrappedKey }: Envelope): Buffer {
    const key = this.keys.get(keyId);
    if (!key)
      throw new SecretUnreadable(`the secret is sealed under the key '${keyId}', which is not configured`);
    const dataKey = decrypt(key, wrappedKey, wrappingAad(keyId));
    if (!dataKey) throw new SecretUnreadable(`the data key was altered, or '${keyId}' now names another key`);
    return dataKey;
  }
}

/** The end of a sealed text, which re-wrapping keeps and which is unique to the secret. */
export function keptByRewrap(sealed: string): string {
  return sealed.slice(sealed.lastIndexOf(':'));
}

/** The id of the key under which a secret is sealed; undefined for a text in another form. */
export function keyIdOf(sealed: string): string | undefined {
  const [version, keyId] = sealed.split(':');
  return version === VERSION ? keyId : undefined;
}

function wrappingAad(keyId: string): string {
  return `${VERSION}|data key|${keyId}`;
}

function encrypt(key: Buffer, plain: Buffer, aad: string): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH });
  cipher.setAAD(Buffer.from(aad, 'utf8'));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if the tag does not match; callers don't learn more than that. */
function decrypt(key: Buffer, sealed: Buffer, aad: string): Buffer | undefined {
  const iv = sealed.subarray(0, IV_LENGTH);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH });
  decipher.setAAD(Buffer.from(aad, 'utf8'));
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
  const start = decipher.update(sealed.subarray(IV_LENGTH, -TAG_LENGTH));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    return undefined;
  }
}

function written({ keyId, wrappedKey, ciphertext }: Envelope): string {
  return [VERSION, keyId, wrappedKey.toString('base64url'), ciphertext.toString('base64url')].join(':');
}

function read(sealed: string): Envelope {
  const [version, keyId, ...encoded] = sealed.split(':');
  const [wrappedKey, ciphertext] = encoded.map((part) => Buffer.from(part, 'base64url'));
  const whole =
    encoded.length === 2 && [wrappedKey, ciphertext].every((part) => part.length >= IV_LENGTH + TAG_LENGTH);
  if (version !== VERSION || !whole)
    throw new SecretUnreadable('the sealed secret is not in a form known here');
  return { keyId, wrappedKey, ciphertext };
}
