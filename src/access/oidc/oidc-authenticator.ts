import { Injectable } from '@nestjs/common';
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import type { Principal } from '../../kernel/principal.js';
import { isName } from '../../kernel/speakable.js';
import { AccessFailure } from '../access-failure.js';
import { IdentityHttp } from '../tokens/identity-http.js';
import { mappedPrincipal } from '../tokens/mapped-principal.js';
import { TokenCache, type CheckedToken } from '../tokens/token-cache.js';
import { OidcIssuer } from './oidc-issuer.js';

/** Asymmetric ones alone: a public key must never be taken for a shared secret. */
const ALGORITHMS: readonly string[] =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
const SKEW_SECONDS = 30;
const JWT_FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Finds the principal of an access token that one of the operator's OpenID providers has signed. */
@Injectable()
export class OidcAuthenticator {
  private readonly issuers: ReadonlyMap<string, OidcIssuer>;
  private readonly tokens: TokenCache;

  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    http: IdentityHttp,
  ) {
    this.issuers = new Map(configuration.oidcIssuers.map((issuer) => [issuer, new OidcIssuer(issuer, http)]));
    this.tokens = new TokenCache(clock, (token) => this.check(token));
  }

  isToken(text: string): boolean {
    return JWT_FORM.test(text);
  }

  /**
   * A promise only if the token is not in the cache.
   *
   * @throws AccessFailure, or rejects with it
   */
  authenticate(token: string, client: string): Principal | Promise<Principal> {
    return this.tokens.find(token, client);
  }

  private async check(token: string): Promise<CheckedToken> {
    const payload = await this.verified(token);
    const { iss = '', exp = 0 } = payload;
    return { principal: this.principalOf(iss, payload), expiresAt: exp + SKEW_SECONDS };
  }

  /** @throws AccessFailure */
  private async verified(token: string): Promise<JWTPayload> {
    try {
      const { iss = '' } = decodeJwt(token);
      const issuer = this.issuers.get(iss);
      if (!issuer)
        throw new AccessFailure('invalid', 'The issuer of the token is none that is accepted here.');
      const { payload } = await jwtVerify(token, (...parameters) => issuer.key(...parameters), {
        issuer: iss,
        audience: this.configuration.oidcAudience,
        algorithms: [...ALGORITHMS],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(this.clock.now() * 1000),
      });
      return payload;
    } catch (error) {
      throw failureOf(error);
    }
  }

  private principalOf(issuer: string, payload: JWTPayload): Principal {
    const { oidcTenantClaim, oidcRoleClaim, oidcRoles } = this.configuration;
    const { sub } = payload;
    // `jose` checks only that there is one. Each change is stored with it.
    if (typeof sub !== 'string' || !isName(sub)) {
      throw new AccessFailure('invalid', 'The token is not accepted: its claim sub is missing or wrong.');
    }
    const tenant = onlyTextOf(claimAt(payload, oidcTenantClaim));
    const caller = {
      id: `oidc:${sub}@${issuer}`,
      roles: textsOf(claimAt(payload, oidcRoleClaim)),
      tenant,
    };
    return mappedPrincipal(caller, oidcRoles);
  }
}

/** Errors of `jose` that are no flaw of the token: its keys could not be read. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  errors.JOSEError.code,
]);

function failureOf(error: unknown): AccessFailure {
  if (error instanceof AccessFailure) return error;
  if (!(error instanceof errors.JOSEError)) {
    // Node's own errors: a key that is too short, or none at all. Also an outsider can name such a key.
    return new AccessFailure('invalid', "The token is not accepted: the issuer's key can't be used.", error);
  }
  if (UNAVAILABLE.has(error.code)) {
    return AccessFailure.unavailable("the issuer's keys can't be read", error);
  }
  if (error instanceof errors.JWTExpired) return new AccessFailure('expired', 'The token is expired.', error);
  return new AccessFailure('invalid', `The token is not accepted: ${reasonOf(error)}.`, error);
}

/** The texts of the library name claims and never their values. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim ${error.claim} is missing or wrong`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not allowed';
  return 'its form or its signature is wrong';
}

/**
 * The value of a claim: of the member of that name, else of the members that its dots lead through. A member may have dots in its own
 * name, as clients do that are named like hosts; the longest name comes first.
 */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const member = name.slice(0, dot);
    const inner = Object.hasOwn(claims, member) ? claims[member] : undefined;
    const found = isPlainObject(inner) ? claimAt(inner, name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A text, or the texts of a list. */
export function textsOf(claim: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}

/** A text, or the text of a list that has no other element. */
export function onlyTextOf(claim: unknown): string | undefined {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.length === 1 ? textsOf(values).at(0) : undefined;
}
