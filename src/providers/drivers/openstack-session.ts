import { secretForms } from '../../kernel/secret-forms.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import type { ProviderConnection } from '../provider-connection.js';
import {
  CredentialsRefused,
  PlatformFull,
  PlatformRefused,
  PlatformUnreachable,
  RequestRefused,
} from './driver.js';
import { below, type ServiceName } from './openstack-catalog.js';
import {
  isBusy,
  retryAfter,
  type OpenstackHttp,
  type PlatformAnswer,
  type PlatformRequest,
} from './openstack-http.js';
import { readable } from './openstack-shapes.js';
import { obtainToken, type OpenstackToken } from './openstack-token.js';
import { unlessGivenUp } from './unless-given-up.js';

export interface Call {
  readonly service: ServiceName;
  readonly path: string;
  readonly method?: PlatformRequest['method'];
  readonly content?: unknown;
  /** Of the compute service; absent: its oldest. */
  readonly microversion?: string;
  readonly signal?: AbortSignal;
  /** Statuses besides 2xx that the caller reads himself. */
  readonly accepted?: readonly number[];
  /** Called right before each request. What it throws prevents that. */
  readonly beforeSending?: () => void;
}

/**
 * Pause after a refused password, four times as long after each refusal in a row: platforms lock accounts after repeated
 * failures.
 */
const FIRST_REFUSAL_PAUSE_MS = 30_000;
const MAX_REFUSAL_PAUSE_MS = 3_600_000;
/** Of what does no harm twice. */
const ATTEMPTS = 3;
/** How Nova, Neutron and Cinder say that a quota is used up; other 403s mean that it is not allowed at all. */
const QUOTA = /quota|exceeded/i;
/** Nova's names of errors. */
const FAULTS: ReadonlySet<string> = new Set([
  'badRequest',
  'forbidden',
  'itemNotFound',
  'badMethod',
  'conflictingRequest',
  'overLimit',
  'badMediaType',
  'notImplemented',
  'computeFault',
]);
/** The catalogue may have changed; a platform that can't be reached is not logged in to at every call. */
const TRUSTED_MS = 60_000;

/** One user in one tenant of one platform, with a token that is renewed when it is due or no longer honoured. */
export class OpenstackSession {
  private current?: OpenstackToken;
  private renewal?: Promise<OpenstackToken>;
  private refusal?: { readonly error: CredentialsRefused; readonly until: number };

  /** @param refusedInARow how often the password was refused, by earlier sessions too */
  constructor(
    private readonly http: OpenstackHttp,
    private readonly connection: ProviderConnection,
    private readonly now: () => number,
    private refusedInARow = 0,
  ) {}

  get refusals(): number {
    return this.refusedInARow;
  }

  async projectId(signal?: AbortSignal): Promise<string> {
    return (await this.token(signal)).projectId;
  }

  async has(service: ServiceName, signal?: AbortSignal): Promise<boolean> {
    return (await this.token(signal)).catalog.baseOf(service) !== undefined;
  }

  /** A text of the platform without what it was sent: it may repeat that. */
  redacted(text: string, token = this.current): string {
    const secrets = [token?.text, this.connection.password].filter((secret) => secret);
    const forms = secrets.flatMap((secret) => secretForms(secret ?? ''));
    return forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
  }

  /** @throws CredentialsRefused, PlatformRefused, RequestRefused, PlatformFull, PlatformUnreachable for a status not accepted */
  async call(call: Call): Promise<PlatformAnswer> {
    let token = await this.token(call.signal);
    let answer = await this.send(call, token).catch((error: unknown) => {
      if (this.current === token && this.now() - token.askedAt > TRUSTED_MS) this.current = undefined;
      throw error;
    });
    if (answer.status === 401) {
      if (this.current === token) this.current = undefined;
      token = await this.token(call.signal);
      answer = await this.send(call, token);
    }
    const { status } = answer;
    if ((status >= 200 && status < 300) || call.accepted?.includes(status)) return answer;
    throw this.failure(call, answer, token);
  }

  private send(
    { service, path, method = 'GET', ...call }: Call,
    token: OpenstackToken,
  ): Promise<PlatformAnswer> {
    const base = token.catalog.baseOf(service);
    if (!base) throw new PlatformRefused(`the platform has no ${service} service`);
    call.beforeSending?.();
    const version = call.microversion && { 'openstack-api-version': `compute ${call.microversion}` };
    return this.http.send({
      method,
      url: below(base, path),
      headers: { 'x-auth-token': token.text, ...(version || {}) },
      content: call.content,
      signal: call.signal,
      attempts: method === 'POST' ? 1 : ATTEMPTS,
    });
  }

  /** Callers at the same time share one renewal; it is bounded in itself, and one that gives up leaves it to the others. */
  private token(signal?: AbortSignal): Promise<OpenstackToken> {
    if (this.current && this.now() < this.current.renewAt) return Promise.resolve(this.current);
    if (this.refusal && this.now() < this.refusal.until) return Promise.reject(this.refusal.error);
    this.renewal ??= this.renew();
    return signal ? unlessGivenUp(signal, this.renewal) : this.renewal;
  }

  private async renew(): Promise<OpenstackToken> {
    try {
      this.current = await obtainToken(this.http, this.connection, this.now);
      this.refusedInARow = 0;
      return this.current;
    } catch (error) {
      if (error instanceof CredentialsRefused) this.refuse(error);
      throw error;
    } finally {
      this.renewal = undefined;
    }
  }

  private refuse(error: CredentialsRefused): void {
    const pause = Math.min(FIRST_REFUSAL_PAUSE_MS * 4 ** this.refusedInARow, MAX_REFUSAL_PAUSE_MS);
    this.refusal = { error, until: this.now() + pause };
    this.refusedInARow += 1;
  }

  /** Only what the service says in its own words about a creation is final: other answers may be a proxy's. */
  private failure({ service, method }: Call, answer: PlatformAnswer, token: OpenstackToken): Error {
    const { status, content } = answer;
    if (status === 401) return new CredentialsRefused(`the ${service} service does not honour the token`);
    const { name, message } = faultIn(content);
    const said = readable(this.redacted(message, token));
    const text = `the ${service} service answers ${status}${said ? `: ${said}` : ''}`;
    const isOwn = name !== undefined && FAULTS.has(name);
    const pause = retryAfter(answer);
    // A quota comes as 413 with 0 seconds, a limit on requests with more.
    if (isBusy(status) || (status === 413 && pause > 0)) {
      const isProxys = status >= 500 && status !== 503 && !isOwn;
      return new PlatformUnreachable(text, pause, isProxys);
    }
    if (method !== 'POST' || !said || !isOwn) return new PlatformRefused(text);
    const isFull = status === 413 || (status === 403 && QUOTA.test(text));
    return isFull ? new PlatformFull(text) : new RequestRefused(text);
  }
}

/** Errors come as `{"badRequest": {"code": 400, "message": …}}`, under a key of many names. */
function faultIn(content: unknown): { readonly name?: string; readonly message: string } {
  const [name, fault] = isPlainObject(content) ? (Object.entries(content)[0] ?? []) : [];
  return isPlainObject(fault) && typeof fault.message === 'string'
    ? { name, message: fault.message }
    : { message: '' };
}
