import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { parsedJson } from '../../kernel/parsed-json.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { AccessFailure } from '../access-failure.js';
import type { IdentityHttp } from '../tokens/identity-http.js';

/** An OpenID provider: where its keys are is read once from its own description. */
export class OidcIssuer {
  private keys?: Promise<JWTVerifyGetKey>;

  constructor(
    private readonly issuer: string,
    private readonly http: IdentityHttp,
  ) {}

  /**
   * Gives the key that signed a token. `jose` caches keys, and reads them again for an unknown one, at most once in 30
   * seconds.
   *
   * @throws AccessFailure `unavailable`
   */
  async key(...parameters: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    this.keys ??= this.discover().catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    return (await this.keys)(...parameters);
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const base = this.issuer.replace(/\/$/, '');
    const { issuer, jwks_uri: address } = await this.read(`${base}/.well-known/openid-configuration`);
    if (issuer !== this.issuer || typeof address !== 'string' || !URL.canParse(address)) {
      throw new AccessFailure('unavailable', `${this.issuer} does not describe itself as that issuer.`);
    }
    return createRemoteJWKSet(new URL(address), {
      [customFetch]: async (url) => {
        const { status, text } = await this.http.get(url);
        return new Response(text, { status });
      },
    });
  }

  private async read(url: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, text } = await this.http.get(url);
    const description = status === 200 ? parsedJson(text) : undefined;
    if (isPlainObject(description)) return description;
    throw new AccessFailure('unavailable', `${this.issuer} does not describe itself (status ${status}).`);
  }
}
