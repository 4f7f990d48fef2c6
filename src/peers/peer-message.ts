/** What a process asks another to do, in one zone. */
export interface Question {
  readonly zoneId: string;
  readonly name: string;
  /** By the clock of the process that asks, in seconds. */
  readonly now: number;
  /** A head of the zone's ledger that is older than the question. */
  readonly head?: number;
  /** Plain JSON. */
  readonly body: unknown;
}

/** What has come of it; see `Delegation` for what is in it. Plain JSON. */
export interface Reply {
  readonly outcome?: unknown;
  /** For some time nobody but the one who asks has asked for anything in this zone. */
  readonly isAlone?: boolean;
  /** A head of the zone's ledger. */
  readonly head?: number;
  /** Nothing was done, nor would be of other questions. */
  readonly askNoMore?: boolean;
}

export interface NumberedQuestion extends Question {
  readonly number: number;
}

export interface NumberedReply extends Reply {
  readonly number: number;
}

/** `unsent`: nothing was done. `lost`: it may have been, or may still be. */
export type Asked = Reply | 'unsent' | 'lost';

/**
 * What a connection between processes begins with: `CONNECT` with this target, which means nothing else to an origin server. An
 * `Upgrade` would change what becomes of the `Upgrade` headers that ordinary clients send.
 */
export const PEER_TARGET = 'headroom-peer:1';

/** Processes that speak of requests in different ways don't speak with each other: to be raised when a command's body changes. */
const PROTOCOL = 2;

/** The header that the connection begins with; the token proves that the asker can read the service's database. */
export function peerAuthorization(token: string): string {
  return `Peer ${PROTOCOL} ${token}`;
}
