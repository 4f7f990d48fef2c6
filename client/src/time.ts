/** An instant as the service writes it: UTC, whole seconds (fractions are cut off). */
export function formatTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
