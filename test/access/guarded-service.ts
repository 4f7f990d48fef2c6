import { randomBytes } from 'node:crypto';
import type { Role, KeyScope } from '../../src/kernel/principal.js';
import { startService, type RunningService, type ServiceOptions } from '../support/service.js';

export const BOOTSTRAP_KEY = `bootstrap-${randomBytes(24).toString('hex')}`;

/** A key as `POST /keys` answers it. */
export interface MadeKey {
  readonly keyId: string;
  readonly key: string;
}

export interface KeyWish {
  readonly role: Role;
  readonly tenant?: string;
  readonly scopes?: readonly KeyScope[];
  readonly expires?: string;
}

export interface GuardedService extends RunningService {
  /** An admin key, made with the bootstrap key. */
  readonly admin: string;
  makeKey(wish: KeyWish): Promise<MadeKey>;
}

/** A service with `AUTH=keys`, plus the options of the test. */
export async function startGuarded({
  environment,
  ...options
}: ServiceOptions = {}): Promise<GuardedService> {
  const service = await startService({
    ...options,
    environment: { AUTH: 'keys', BOOTSTRAP_KEY, ...environment },
  });
  const make = async (wish: KeyWish, by: string): Promise<MadeKey> => {
    const answer = await service.http
      .post('/keys')
      .set('Authorization', `Bearer ${by}`)
      .send({ name: `a ${wish.role}`, ...wish });
    expect(answer.status).toBe(201);
    return answer.body as MadeKey;
  };
  const { key: admin } = await make({ role: 'admin' }, BOOTSTRAP_KEY);
  return { ...service, admin, makeKey: (wish) => make(wish, admin) };
}

export function bearer(key: string): { Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}
