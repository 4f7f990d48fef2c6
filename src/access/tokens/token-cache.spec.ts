import type { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { AccessFailure } from '../access-failure.js';
import { TokenCache } from './token-cache.js';

const PRINCIPAL: Principal = { id: 'x', role: 'auditor', scopes: [] };
const CLOCK: Clock = { now: () => 1_000 };

describe('the cache of tokens', () => {
  it('keeps a valid token, however many invalid ones are sent', async () => {
    let checks = 0;
    const cache = new TokenCache(CLOCK, (token) => {
      checks += 1;
      if (token !== 'good') return Promise.reject(new AccessFailure('invalid', 'unknown'));
      return Promise.resolve({ principal: PRINCIPAL, expiresAt: 2_000 });
    });
    await cache.find('good', 'friend');
    for (let number = 0; number <= 10_000; number += 1) {
      await expect(cache.find(`invented ${number}`, 'stranger')).rejects.toThrow('unknown');
    }
    expect(cache.find('good', 'friend')).toBe(PRINCIPAL);
    expect(() => cache.find('invented 10000', 'stranger')).toThrow('unknown');
    expect(checks).toBe(10_002);
  });
});
