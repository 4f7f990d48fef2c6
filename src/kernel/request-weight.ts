/** What evaluates many rows, whatever its method. */
const HEAVY =
  /^\/(?:query-(?:capacity|reservation)|find-windows|self-check|metrics|(?:capacity|reservation)\/[^/]+\/query|reports\/.*)\/?$/i;
const RESERVATION_QUERY = /^\/reservation\//i;
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const HEAVY_WEIGHT = 20;
const WRITE_WEIGHT = 2;
const READ_WEIGHT = 1;

/** The least burst with which every request can be made: what one takes in all, once its body shows that it may take long. */
export const MAX_WEIGHT = HEAVY_WEIGHT;

/**
 * What a request takes from the rate of its principal, by its head.
 *
 * @param target path and query
 */
export function requestWeight(method: string, target: string): number {
  const [path] = target.split('?', 1);
  if (HEAVY.test(path) && !(RESERVATION_QUERY.test(path) && namesOne(target.slice(path.length)))) {
    return HEAVY_WEIGHT;
  }
  return READS.includes(method) ? READ_WEIGHT : WRITE_WEIGHT;
}

const RESERVATION_ID = /^reservationId(?:\[\])?$/;

/** Group B's query of one named reservation reads one, like `GET /reservations/{id}`. */
function namesOne(query: string): boolean {
  // Other forms, such as `reservationId[0]`, may name more, or nothing.
  const [one, ...others] = [...new URLSearchParams(query)].filter(([name]) =>
    name.startsWith('reservationId'),
  );
  return one !== undefined && others.length === 0 && RESERVATION_ID.test(one[0]) && one[1] !== '';
}
