/**
 * A pure function that keeps what it gave for each argument, for ever. Its results must be immutable, as all callers share them, and its
 * arguments few.
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
