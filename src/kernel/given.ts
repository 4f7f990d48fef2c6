/** Whether a member was given: null means absent in most members of the contract (semantics §2). */
export function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
