import { parsedJson } from '../../kernel/parsed-json.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { parseInstant, type Instant } from '../../kernel/time-window.js';

/** A token as `GET /v3/auth/tokens` describes it, as far as it matters here. */
export interface KeystoneToken {
  readonly userId: string;
  /** Absent for a token of a domain, of the whole system, or of nothing. */
  readonly projectId?: string;
  /** Whether its roles hold in the whole system. */
  readonly isOfSystem: boolean;
  readonly roles: readonly string[];
  readonly expiresAt: Instant;
}

type Plain = Readonly<Record<string, unknown>>;

/** Gives undefined for a text that describes no token. */
export function readToken(text: string): KeystoneToken | undefined {
  const token = memberOf(parsedJson(text), 'token');
  const userId = textIn(memberOf(token, 'user'), 'id');
  const expires = textIn(token, 'expires_at');
  const expiresAt = expires === undefined ? undefined : parseInstant(expires, 'start');
  if (userId === undefined || expiresAt === undefined) return undefined;
  const roles: unknown = token?.roles;
  return {
    userId,
    projectId: textIn(memberOf(token, 'project'), 'id'),
    isOfSystem: memberOf(token, 'system')?.all === true,
    roles: (Array.isArray(roles) ? (roles as Plain[]) : []).flatMap((role) => textIn(role, 'name') ?? []),
    expiresAt,
  };
}

function memberOf(value: unknown, name: string): Plain | undefined {
  const member = isPlainObject(value) ? value[name] : undefined;
  return isPlainObject(member) ? member : undefined;
}

function textIn(object: Plain | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' ? value : undefined;
}
