/** What evaluates many rows, whatever its method. */
const HEAVY =
  /^\/(?:query-(?:capacity|reservation)|find-windows|self-check|metrics|(?:capacity|reservation)\/[^/]+\/query|reports\/.*)\/?$/i;
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const HEAVY_WEIGHT = 20;
const WRITE_WEIGHT = 2;
const READ_WEIGHT = 1;

/** The least burst with which every request can be made. */
export const MAX_WEIGHT = HEAVY_WEIGHT;

/** What a request takes from the rate of its principal in addition, once its body shows that it may take long. */
export function weightOfBody(method: string, path: string): number {
  return HEAVY_WEIGHT - requestWeight(method, path);
}

/** What a request takes from the rate of its principal, by its head. */
export function requestWeight(method: string, path: string): number {
  if (HEAVY.test(path)) return HEAVY_WEIGHT;
  return READS.includes(method) ? READ_WEIGHT : WRITE_WEIGHT;
}
