import fc from 'fast-check';
import { newId } from '../../kernel/identifiers.js';
import { formatKey, hashOf, newSecret, parseKey, keyStateOf, type ApiKey } from './api-key.js';

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

describe('an API key', () => {
  it('is read as it was written', () => {
    const key = { id: newId(), secret: newSecret() };
    expect(formatKey(key)).toMatch(/^hr_[0-9a-f]{32}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(parseKey(formatKey(key))).toEqual(key);
  });

  it('is recognized as invalid without a lookup, whichever character is changed, cut or added', () => {
    const text = formatKey({ id: newId(), secret: newSecret() });
    const changed = fc.tuple(fc.nat(text.length - 1), fc.constantFrom(...DIGITS, '_', ''));
    fc.assert(
      fc.property(changed, ([at, character]) => {
        const other = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
        if (other !== text) expect(parseKey(other)).toBeUndefined();
      }),
    );
    for (const other of ['', 'hr_', `${text}0`, ` ${text}`, `${text}\n`])
      expect(parseKey(other)).toBeUndefined();
  });

  it('has a secret whose characters are equally likely', () => {
    const counts = new Map(DIGITS.map((digit) => [digit, 0]));
    const secrets = Array.from({ length: 1000 }, newSecret);
    for (const digit of secrets.join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(counts.size).toBe(62);
    // 43,000 draws from 62 characters: about 694 of each, with a standard deviation of 26.
    for (const count of counts.values()) expect(Math.abs(count - 694)).toBeLessThan(8 * 26);
  });

  it('is stored as the SHA-256 of its secret', () => {
    expect(hashOf('abc').toString('hex')).toMatch(/^ba7816bf.*15ad$/);
  });

  it('ends when it expires or is revoked', () => {
    const key = { expiresAt: 10 } as ApiKey;
    expect([keyStateOf(key, 9), keyStateOf(key, 10), keyStateOf({ ...key, revokedAt: 1 }, 5)]).toEqual([
      'active',
      'expired',
      'revoked',
    ]);
  });
});
