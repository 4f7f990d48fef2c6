import { DomainError } from '../../kernel/domain-error.js';
import type { Role, KeyScope } from '../../kernel/principal.js';
import { isAtMost } from '../../kernel/speakable.js';
import type { Instant } from '../../kernel/time-window.js';
import { isVisibleText, MUST_BE_VISIBLE } from '../../kernel/visible-text.js';

/** In characters. */
export const MAX_NAME_LENGTH = 255;

/** What a new key is for. */
export interface KeyRequest {
  readonly name: string;
  readonly role: Role;
  readonly tenant?: string;
  readonly scopes: readonly KeyScope[];
  /** Default: in 90 days. */
  readonly expiresAt?: Instant;
}

export interface KeyChange {
  readonly name?: string;
  readonly expiresAt?: Instant;
}

type GivenRequest = Omit<KeyRequest, 'scopes'> & { readonly scopes?: readonly KeyScope[] };

/**
 * A request whose role has what it needs: a consumer its tenant, a machine its scopes.
 *
 * @throws DomainError `invalid-request`
 */
export function keyRequest({ scopes = [], ...given }: GivenRequest): KeyRequest {
  const { name, role, tenant } = given;
  if (name === '' || !isAtMost(name, MAX_NAME_LENGTH)) {
    throw DomainError.invalidField(['name'], `must be a text of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  if ((role === 'consumer') !== (tenant !== undefined)) {
    throw DomainError.invalidField(
      ['tenant'],
      role === 'consumer' ? 'must be given for a consumer' : 'is only for a consumer',
    );
  }
  if (tenant !== undefined && !isVisibleText(tenant)) {
    throw DomainError.invalidField(['tenant'], MUST_BE_VISIBLE);
  }
  if ((role === 'machine') !== scopes.length > 0) {
    throw DomainError.invalidField(
      ['scopes'],
      role === 'machine' ? 'must be given for a machine' : 'are only for a machine',
    );
  }
  return { ...given, scopes: [...new Set(scopes)] };
}
