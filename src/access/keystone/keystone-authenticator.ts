import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { AccessFailure } from '../access-failure.js';
import { IdentityHttp } from '../tokens/identity-http.js';
import { mappedPrincipal } from '../tokens/mapped-principal.js';
import { TokenCache, type CheckedToken } from '../tokens/token-cache.js';
import { readToken, type KeystoneToken } from './keystone-token.js';

/** Of all kinds of tokens that Keystone has issued; `curl` needs no more characters either. */
const FORM = /^[\x21-\x7e]{1,8192}$/;
/** Of the names in KEYSTONE_ROLES that stand for roles in the whole system. */
const SYSTEM_PREFIX = 'system-';
/** The last three: what it was sent has not the form or the length of a token. */
const UNKNOWN_STATUSES: readonly number[] = [401, 404, 400, 414, 431];

/** Finds the principal of a token of the operator's Keystone. A token may ask for itself, so the service needs no account. */
@Injectable()
export class KeystoneAuthenticator {
  private readonly tokens: TokenCache;

  constructor(
    private readonly configuration: Configuration,
    private readonly http: IdentityHttp,
    clock: Clock,
  ) {
    this.tokens = new TokenCache(clock, (token, client) => this.check(token, client));
  }

  /**
   * A promise only if the token is not in the cache.
   *
   * @throws AccessFailure, or rejects with it
   */
  authenticate(token: string, client: string): Principal | Promise<Principal> {
    if (!FORM.test(token)) throw new AccessFailure('invalid', 'X-Auth-Token has no token of Keystone.');
    return this.tokens.find(token, client);
  }

  private async check(token: string, client: string): Promise<CheckedToken> {
    const base = (this.configuration.keystoneUrl ?? '').replace(/\/(?:v3\/?)?$/, '');
    const headers = { 'x-auth-token': token, 'x-subject-token': token };
    const { status, text } = await this.http.get(`${base}/v3/auth/tokens?nocatalog`, { headers, client });
    if (UNKNOWN_STATUSES.includes(status)) {
      throw new AccessFailure('invalid', 'Keystone does not know the token.');
    }
    const described = status === 200 ? readToken(text) : undefined;
    if (!described) throw AccessFailure.unavailable(`Keystone answers ${status}`);
    return { principal: this.principalOf(described), expiresAt: described.expiresAt };
  }

  private principalOf({ userId, projectId, isOfSystem, roles }: KeystoneToken): Principal {
    if (projectId === undefined && !isOfSystem) {
      throw new AccessFailure('forbidden', 'The token must be scoped to a project or to the system.');
    }
    const id = projectId === undefined ? `keystone:${userId}@system` : `keystone:${userId}@${projectId}`;
    // A role in a project says nothing of other projects, so only a reader of the system reads everything. A project's role may
    // have any name.
    const own = roles.filter((name) => !name.startsWith(SYSTEM_PREFIX));
    const ofSystem = isOfSystem ? roles.map((name) => `${SYSTEM_PREFIX}${name}`) : [];
    return mappedPrincipal(
      { id, roles: [...own, ...ofSystem], tenant: projectId },
      this.configuration.keystoneRoles,
    );
  }
}
