import { isPlainObject } from '../../kernel/plain-object.js';
import type { ConnectionTarget, ProviderConnection } from '../provider-connection.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable } from './driver.js';
import { OpenstackCatalog } from './openstack-catalog.js';
import { isBusy, retryAfter, type OpenstackHttp, type PlatformAnswer } from './openstack-http.js';
import { identifierAt, instantAt, objectAt } from './openstack-shapes.js';

export interface OpenstackToken {
  readonly text: string;
  readonly projectId: string;
  readonly catalog: OpenstackCatalog;
  /** On the monotonic clock, in milliseconds. */
  readonly askedAt: number;
  /** Like `askedAt`: well before it expires. */
  readonly renewAt: number;
}

const ATTEMPTS = 2;
const RENEWED_AHEAD_MS = 60_000;
/** Printable characters without blanks, as headers allow. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;

/**
 * Keystone v3: a password for a token of the tenant's project.
 *
 * @param now the monotonic clock, in milliseconds
 * @throws CredentialsRefused, PlatformRefused, PlatformUnreachable
 */
export async function obtainToken(
  http: OpenstackHttp,
  connection: ProviderConnection,
  now: () => number,
): Promise<OpenstackToken> {
  const url = tokensUrl(connection.target.endpoint);
  const asked = now();
  const answer = await http.send({ method: 'POST', url, content: claim(connection), attempts: ATTEMPTS });
  checkStatus(answer, url);
  const text = answer.headers['x-subject-token'];
  if (typeof text !== 'string' || !TOKEN.test(text)) throw new PlatformRefused(noIdentity(url));
  const token = objectAt(objectAt(answer.content, 'body').token, 'token');
  if (!isPlainObject(token.project))
    throw new PlatformRefused("a 'tenant' is needed: the user has none by default");
  const projectId = identifierAt(token.project.id, 'project id');
  checkProject(projectId, connection.target);
  return {
    text,
    projectId,
    catalog: OpenstackCatalog.read(token.catalog, connection.target.region, url),
    askedAt: asked,
    renewAt: asked + usableMilliseconds(token.issued_at, token.expires_at),
  };
}

/** In another project no server of the provider exists, so all of them would count as gone. */
function checkProject(found: string, { projectId }: ConnectionTarget): void {
  if (projectId === undefined || projectId === found) return;
  throw new PlatformRefused(
    `the tenant is now the project ${found}, and was ${projectId} when it was registered`,
  );
}

/** From the platform's clock alone, which may differ from this process's. */
function usableMilliseconds(issuedAt: unknown, expiresAt: unknown): number {
  const life = instantAt(expiresAt, 'expires_at') - instantAt(issuedAt, 'issued_at');
  return life - Math.min(RENEWED_AHEAD_MS, life / 4);
}

function checkStatus(answer: PlatformAnswer, url: URL): void {
  const { status } = answer;
  if (status === 201 || status === 200) return;
  if (status === 401 || status === 403) {
    throw new CredentialsRefused('the platform refuses the user name, the password or the tenant');
  }
  if (isBusy(status)) throw new PlatformUnreachable(`${url.origin} answers ${status}`, retryAfter(answer));
  throw new PlatformRefused(noIdentity(url));
}

function noIdentity({ origin }: URL): string {
  return `${origin} does not answer as Keystone v3 does`;
}

/** Endpoints are registered with or without the version, or with that of an obsolete interface. */
function tokensUrl(endpoint: string): URL {
  const { origin, pathname } = new URL(endpoint);
  const base = pathname.replace(/\/+$/, '').replace(/\/v(3|2\.0)$/, '');
  return new URL(`${origin}${base}/v3/auth/tokens`);
}

function claim({ password, target }: ProviderConnection): object {
  const { username, tenant, userDomainName } = target;
  const domain = { name: userDomainName };
  const user = { name: username, domain, password };
  const identity = { methods: ['password'], password: { user } };
  if (tenant.id) return { auth: { identity, scope: { project: { id: tenant.id } } } };
  if (tenant.name) return { auth: { identity, scope: { project: { name: tenant.name, domain } } } };
  return { auth: { identity } };
}
