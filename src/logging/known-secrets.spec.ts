import { randomBytes } from 'node:crypto';
import { readConfiguration } from '../config/configuration.js';
import { secretsOf } from './known-secrets.js';

const key = randomBytes(32);

function secretsWith(databaseUrl: string): string[] {
  return secretsOf(
    readConfiguration({
      DATABASE_URL: databaseUrl,
      CREDENTIAL_KEYS: `k1:${key.toString('base64')}`,
      AUTH: 'none',
    }),
  );
}

describe('secretsOf', () => {
  it('contains the keys, and the password of the database as written and as decoded', () => {
    const secrets = secretsWith('postgres://headroom:p%40ss%2Fword@db/headroom');
    expect(secrets).toEqual([
      key.toString('base64'),
      key.toString('base64url'),
      'p%40ss%2Fword',
      'p@ss/word',
    ]);
  });

  it('finds a password that comes as a parameter', () => {
    expect(secretsWith('postgres://db/headroom?user=u&password=hunter2')).toContain('hunter2');
  });

  it('finds the password of a cluster with several hosts', () => {
    expect(secretsWith('postgres://u:hunter2@one:5432,two:5432/headroom')).toContain('hunter2');
  });

  it('has only the keys where there is no password', () => {
    expect(secretsWith('postgres://db/headroom')).toHaveLength(2);
  });
});
