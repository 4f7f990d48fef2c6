import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { parsedJson } from '../../kernel/parsed-json.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { AccessFailure } from '../access-failure.js';
import type { IdentityHttp } from '../tokens/identity-http.js';

/** A withdrawn key is accepted for that long. */
const MAX_AGE_MS = 60_000;
/** While the issuer can't be read, its last keys are used for that long. */
const MAX_OUTAGE_MS = 600_000;
/** Between two reads for the sake of an unknown key. Anybody can name one. */
const COOLDOWN_MS = 2_000;

interface KeySet {
  readonly text: string;
  /** By `performance.now()`. */
  readonly askedAt: number;
}

/** An OpenID provider: where its keys are is read once from its own description. */
export class OidcIssuer {
  private keys?: Promise<JWTVerifyGetKey>;
  private last?: KeySet;

  constructor(
    private readonly issuer: string,
    private readonly http: IdentityHttp,
  ) {}

  /**
   * Gives the key that signed a token. `jose` caches keys, and reads them again for an unknown one.
   *
   * @throws AccessFailure `unavailable`, also for an unknown key that the issuer may have by now
   */
  async key(...parameters: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    const askedAt = performance.now();
    this.keys ??= this.discover().catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    const find = await this.keys;
    try {
      return await find(...parameters);
    } catch (error) {
      const isOutdated = this.last !== undefined && this.last.askedAt < askedAt;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isOutdated) throw error;
      throw AccessFailure.unavailable(`the keys of ${this.issuer} are about to be read again`, error);
    }
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const base = this.issuer.replace(/\/$/, '');
    const description = await this.read(`${base}/.well-known/openid-configuration`);
    const { issuer, jwks_uri: address } = description.content;
    if (issuer !== this.issuer || typeof address !== 'string' || !URL.canParse(address)) {
      throw AccessFailure.unavailable(`${this.issuer} does not describe itself as that issuer`);
    }
    return createRemoteJWKSet(new URL(address), {
      cacheMaxAge: MAX_AGE_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: async (url) => new Response(await this.readKeys(url)),
    });
  }

  private async readKeys(url: string): Promise<string> {
    const askedAt = performance.now();
    try {
      const { content, text } = await this.read(url);
      if (!Array.isArray(content.keys)) throw AccessFailure.unavailable(`${url} has no list of keys`);
      this.last = { text, askedAt };
      return text;
    } catch (error) {
      if (this.last && askedAt - this.last.askedAt < MAX_OUTAGE_MS) return this.last.text;
      throw error;
    }
  }

  private async read(url: string): Promise<{ content: Readonly<Record<string, unknown>>; text: string }> {
    const { status, text } = await this.http.get(url);
    const content = status === 200 ? parsedJson(text) : undefined;
    if (isPlainObject(content)) return { content, text };
    throw AccessFailure.unavailable(`${url} answers ${status} and no JSON object`);
  }
}
