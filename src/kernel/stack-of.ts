/** What is logged of an unexpected error: where it comes from, if it tells. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : String(error);
}
