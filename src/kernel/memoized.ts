/**
 * Caches the results of a pure function for ever. Results must be immutable, because all callers share them, and the
 * arguments must be few.
 */
export function memoized<A, R>(pure: (argument: A) => R): (argument: A) => R {
  const known = new Map<A, R>();
  return (argument) => {
    const before = known.get(argument);
    if (before !== undefined) return before;
    const result = pure(argument);
    known.set(argument, result);
    return result;
  };
}
