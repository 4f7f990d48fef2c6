/** The Group A paths and the status with which each reports an outcome, good or bad. */
const OUTCOME_STATUS: ReadonlyMap<string, number> = new Map([
  ['/add-provider', 200],
  ['/create-reservation', 200],
  ['/update-reservation', 200],
  ['/cancel-reservation', 200],
  ['/confirm-reservation', 200],
  ['/query-reservation', 200],
  ['/create-instance', 200],
  ['/destroy-instance', 200],
  ['/decrease-capacity', 200],
  ['/increase-capacity', 200],
  ['/query-capacity', 201],
]);

export const OPERATIONS_PATHS: readonly string[] = [...OUTCOME_STATUS.keys()];

/**
 * The HTTP status of an outcome on a Group A path; undefined for any other path. Ignores case and a slash at the end,
 * like Express' router.
 */
export function outcomeStatus(path: string): number | undefined {
  return OUTCOME_STATUS.get(path) ?? OUTCOME_STATUS.get(path.toLowerCase().replace(/\/$/, ''));
}
