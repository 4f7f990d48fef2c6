import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Forgery {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly alg?: string;
  readonly kid?: string;
  /** Signed with a key that the provider doesn't publish. */
  readonly otherKey?: boolean;
  /** Signed with this as a shared secret. */
  readonly secret?: string;
}

interface Reply {
  readonly id: number;
  readonly keyReads: number;
  readonly token?: string;
}

export interface RunningIssuer {
  readonly issuer: string;
  /** An access token of one of its clients. */
  token(client: string, audience?: string): Promise<string>;
  forge(forgery: Forgery): Promise<string>;
  /** Replaces its keys. */
  rotate(): Promise<void>;
  /** Whether it answers everything with 500. */
  setAway(isAway: boolean): Promise<void>;
  /** Replaces what it publishes as its keys. */
  publish(keys: object): Promise<void>;
  /** How often its keys have been read. */
  keyReads(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the provider of oidc-provider.mjs. */
export async function startIssuer(): Promise<RunningIssuer> {
  const child = fork('test/access/oidc-provider.mjs', { stdio: 'ignore' });
  const [{ issuer, secret }] = (await once(child, 'message')) as [{ issuer: string; secret: string }];
  let asked = 0;
  const waiting = new Map<number, (reply: Reply) => void>();
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  const ask = (question: object): Promise<Reply> =>
    new Promise((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      child.send({ id, ...question });
    });
  const token = async (client: string, audience = 'headroom'): Promise<string> => {
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client,
        client_secret: secret,
        resource: `urn:${audience}`,
      }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  return {
    issuer,
    token,
    forge: async (forged) => (await ask({ forged })).token ?? '',
    rotate: async () => void (await ask({ rotate: true })),
    setAway: async (isAway) => void (await ask({ away: isAway })),
    publish: async (keys) => void (await ask({ publish: keys })),
    keyReads: async () => (await ask({})).keyReads,
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
