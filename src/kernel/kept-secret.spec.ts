import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret } from './kept-secret.js';

const directory = mkdtempSync(join(tmpdir(), 'headroom-secret-'));
const file = join(directory, 'some.secret');
afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(directory, { recursive: true }));

describe('a kept secret', () => {
  it('is made once, for its owner only', () => {
    expect(keptSecret(file, () => 'first')).toBe('first');
    expect(keptSecret(file, () => 'second')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['some.secret']);
  });

  it('is that of the other start if two make one at once', () => {
    const secret = keptSecret(file, () => {
      writeFileSync(file, 'of the other\n');
      return 'own';
    });
    expect(secret).toBe('of the other');
  });
});
