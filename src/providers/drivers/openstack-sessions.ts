import { createHash } from 'node:crypto';
import { rememberNewest } from '../../kernel/remember-newest.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { OpenstackHttp } from './openstack-http.js';
import { OpenstackSession } from './openstack-session.js';

const MAX_SESSIONS = 256;

/** The sessions in use, so that not every call logs in. */
export class OpenstackSessions {
  private readonly sessions = new Map<string, OpenstackSession>();

  constructor(
    private readonly http: OpenstackHttp,
    private readonly now: () => number,
  ) {}

  of(connection: ProviderConnection): OpenstackSession {
    const key = keyOf(connection);
    const known = this.sessions.get(key);
    return known ? this.keep(key, known) : this.open(key, connection);
  }

  /** Always logs in again, because a password may have become invalid, or valid again. */
  renewed(connection: ProviderConnection): OpenstackSession {
    const key = keyOf(connection);
    return this.open(key, connection, this.sessions.get(key)?.refusals);
  }

  private open(key: string, connection: ProviderConnection, refusals?: number): OpenstackSession {
    return this.keep(key, new OpenstackSession(this.http, connection, this.now, refusals));
  }

  /** The session that was unused for longest is dropped first. */
  private keep(key: string, session: OpenstackSession): OpenstackSession {
    rememberNewest(this.sessions, key, session, MAX_SESSIONS);
    return session;
  }
}

/** The password is part of the key, so a caller without it can't use the session. */
function keyOf({ target, password }: ProviderConnection): string {
  const { endpoint, region, tenant, projectId, userDomainName, username } = target;
  const parts = [endpoint, region, tenant.id, tenant.name, projectId, userDomainName, username, password];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
