import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { isRepeated } from '../kernel/repeated-header.js';
import type { Principal } from '../kernel/principal.js';
import { AccessFailure } from './access-failure.js';
import { hashOf, KEY_PREFIX } from './keys/api-key.js';
import { BootstrapKey } from './keys/bootstrap-key.js';
import { KeyAuthenticator } from './keys/key-authenticator.js';
import { KeystoneAuthenticator } from './keystone/keystone-authenticator.js';
import { OidcAuthenticator } from './oidc/oidc-authenticator.js';

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

const OWN_PREFIX = 'Bearer own-';
const HEADER = 'authorization';
const TOKEN_HEADER = 'x-auth-token';

const SERVICE: Principal = Object.freeze({ id: 'service', role: 'admin', scopes: [] });

/** The ways to authenticate. */
export interface Ways {
  readonly bearer: boolean;
  /** The address of Keystone. */
  readonly keystone?: string;
}

/** Finds the principal of a request by the ways that AUTH names. */
@Injectable()
export class Authentication {
  /** For requests that the process sends to itself. It leaves the process in no other way. */
  readonly ownCredential = `${OWN_PREFIX}${randomBytes(32).toString('base64url')}`;
  private readonly ownHash = hashOf(this.ownCredential);
  private readonly methods: Configuration['auth'];
  private readonly keystoneUrl?: string;

  constructor(
    configuration: Configuration,
    private readonly keys: KeyAuthenticator,
    private readonly bootstrap: BootstrapKey,
    private readonly oidc: OidcAuthenticator,
    private readonly keystone: KeystoneAuthenticator,
  ) {
    this.methods = configuration.auth;
    // In ASCII, because a header names it.
    this.keystoneUrl = configuration.keystoneUrl && new URL(configuration.keystoneUrl).href;
  }

  get ways(): Ways {
    return {
      bearer: this.methods.includes('keys') || this.methods.includes('oidc'),
      keystone: this.methods.includes('keystone') ? this.keystoneUrl : undefined,
    };
  }

  /** Whether callers have to authenticate. */
  get isOn(): boolean {
    return this.methods.length > 0;
  }

  /**
   * A promise only if the answer is not in a cache.
   *
   * @param client the address of the caller
   * @throws AccessFailure, or rejects with it
   */
  identify(
    request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
    client: string,
  ): Principal | Promise<Principal> {
    const { authorization, [TOKEN_HEADER]: token } = request.headers;
    if (token !== undefined && this.methods.includes('keystone')) {
      if (authorization === undefined) return this.keystone.authenticate(String(token), client);
      throw new AccessFailure(
        'invalid',
        'Authorization and X-Auth-Token are both sent: one caller, one credential.',
      );
    }
    if (authorization === undefined) {
      throw new AccessFailure('missing', 'This needs credentials; docs/access.md says which.');
    }
    if (isRepeated(HEADER, request)) {
      throw new AccessFailure('invalid', 'Authorization is sent more than once: one caller, one credential.');
    }
    if (authorization.startsWith(OWN_PREFIX) && timingSafeEqual(hashOf(authorization), this.ownHash))
      return SERVICE;
    const [, credential] = BEARER.exec(authorization) ?? [];
    if (credential === undefined)
      throw new AccessFailure('invalid', 'Authorization must be `Bearer <credential>`.');
    return this.bearer(credential, client);
  }

  private bearer(token: string, client: string): Principal | Promise<Principal> {
    if (this.methods.includes('keys')) {
      if (token.startsWith(KEY_PREFIX)) return this.keys.authenticate(token, client);
      if (this.bootstrap.is(token)) return this.bootstrap.authenticate();
    }
    if (this.methods.includes('oidc') && this.oidc.isToken(token))
      return this.oidc.authenticate(token, client);
    throw new AccessFailure('invalid', 'The credential is none that the service accepts.');
  }
}
