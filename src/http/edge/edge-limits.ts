/** What one client, and all of them together, may take of a process before a controller sees a request. */
export interface EdgeLimits {
  /** Requests under way. */
  readonly requests: number;
  /** Of those, requests of one client address. */
  readonly requestsPerAddress: number;
  /** Requests of one connection that are not answered to the end; more can only come by pipelining. */
  readonly requestsPerConnection: number;
  /** Open connections, in all and of one client address. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Bytes of all bodies that are arriving. */
  readonly arrivingBytes: number;
  /** From the first byte of a request to the last one of its body, in milliseconds. */
  readonly arrivalMilliseconds: number;
  /** How long a client may leave an answer unread, in milliseconds. */
  readonly unreadMilliseconds: number;
}

export const DEFAULT_LIMITS: EdgeLimits = {
  requests: Infinity,
  requestsPerAddress: Infinity,
  requestsPerConnection: 64,
  connections: 8_192,
  connectionsPerAddress: 6_144,
  arrivingBytes: 32 * 1024 * 1024,
  arrivalMilliseconds: 5_000,
  unreadMilliseconds: 30_000,
};
