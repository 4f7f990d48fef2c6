/** The condition that no process holds a lease on a row, by the database's clock. The prefix is an alias with its dot. */
export function isFree(prefix = ''): string {
  return `(${isUntouched(prefix)} or ${isFreeAgain(prefix)})`;
}

/** The condition that no process has had a lease on a row. */
export function isUntouched(prefix = ''): string {
  return `${prefix}leased_until is null`;
}

/** The condition that a lease on a row, or a pause after one, is over. */
export function isFreeAgain(prefix = ''): string {
  return `${prefix}leased_until <= statement_timestamp()`;
}
