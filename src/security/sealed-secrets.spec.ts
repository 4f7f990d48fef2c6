import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SealedSecrets, SecretUnreadable } from './sealed-secrets.js';

const old = { id: 'k1', key: randomBytes(32) };
const current = { id: 'k2', key: randomBytes(32) };
const HERE = 'providers|zone|id|password';

describe('SealedSecrets', () => {
  it('opens what it sealed, whatever the text', () => {
    const credentials = new SealedSecrets([current]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, aad) => {
        expect(credentials.open(credentials.seal(text, aad), aad)).toBe(text);
      }),
    );
  });

  it('never seals the same text twice alike, and shows nothing of it', () => {
    const credentials = new SealedSecrets([current]);
    const sealed = credentials.seal('correct horse', HERE);
    expect(sealed).not.toBe(credentials.seal('correct horse', HERE));
    expect(sealed).not.toContain('horse');
    expect(sealed.startsWith(credentials.currentPrefix)).toBe(true);
  });

  it('refuses a secret that was moved to another row', () => {
    const credentials = new SealedSecrets([current]);
    const sealed = credentials.seal('secret', 'providers|zone|one|password');
    expect(() => credentials.open(sealed, 'providers|zone|two|password')).toThrow('belongs to another row');
  });

  it('refuses a secret in which any one bit was flipped, without saying the secret', () => {
    const credentials = new SealedSecrets([current]);
    const parts = credentials.seal('secret', HERE).split(':');
    for (const index of [2, 3]) {
      const bytes = Buffer.from(parts[index], 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] ^= 1 << (bit & 7);
        const forged = parts.with(index, flipped.toString('base64url')).join(':');
        expect(() => credentials.open(forged, HERE)).toThrow(SecretUnreadable);
      }
    }
  });

  it('says of a secret that was given up that it was, also under another key', () => {
    const given = new SealedSecrets([old]).forgotten();
    const credentials = new SealedSecrets([current, old]);
    for (const sealed of [given, credentials.rewrap(given)]) {
      expect(() => credentials.open(sealed, HERE)).toThrow('given up after the loss of its key');
    }
  });

  it('names the key that is missing', () => {
    const sealed = new SealedSecrets([old]).seal('secret', HERE);
    expect(() => new SealedSecrets([current]).open(sealed, HERE)).toThrow(
      "the key 'k1', which is not configured",
    );
  });

  it('does not take another key for the one of the same name', () => {
    const sealed = new SealedSecrets([old]).seal('secret', HERE);
    const impostor = new SealedSecrets([{ id: 'k1', key: randomBytes(32) }]);
    expect(() => impostor.open(sealed, HERE)).toThrow(SecretUnreadable);
  });

  it('rewraps under the current key and leaves the ciphertext alone', () => {
    const sealed = new SealedSecrets([old]).seal('secret', HERE);
    const rewrapped = new SealedSecrets([current, old]).rewrap(sealed);
    expect(rewrapped.split(':')[1]).toBe('k2');
    expect(rewrapped.split(':')[3]).toBe(sealed.split(':')[3]);
    expect(new SealedSecrets([current]).open(rewrapped, HERE)).toBe('secret');
    expect(new SealedSecrets([current, old]).rewrap(rewrapped)).toBe(rewrapped);
  });

  it.each(['', 'secret', 'v1:k2', 'v1:k2::', 'v1:k2:AAAA:AAAA', 'v2:k2:AAAA:AAAA', 'v1:k2:a:b:c'])(
    'refuses %j, which is no sealed secret',
    (text) => expect(() => new SealedSecrets([current]).open(text, HERE)).toThrow('not in a form known here'),
  );

  it.each([
    [[], 'there is no credential key'],
    [[{ id: 'a:b', key: randomBytes(32) }], 'without colons'],
    [[{ id: 'short', key: randomBytes(16) }], "'short' must have 32 bytes"],
  ])('refuses keys it can not work with', (keys, reason) => {
    expect(() => new SealedSecrets(keys)).toThrow(reason);
  });
});
