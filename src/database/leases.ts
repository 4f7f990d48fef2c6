/** The condition that no process holds a lease on a row, by the database's clock. The prefix is an alias with its dot. */
export function isFree(prefix = ''): string {
  return `(${prefix}leased_until is null or ${prefix}leased_until <= statement_timestamp())`;
}
