/**
 * An instant as the service writes it: UTC, whole seconds (fractions are cut off).
 *
 * @throws RangeError for an invalid date, and outside the years 0000 to 9999: the service reads years of four digits
 */
export function formatTime(instant: Date): string {
  const text = instant.toISOString();
  if (!/^\d{4}-/.test(text)) throw new RangeError(`${text} is outside the years 0000 to 9999`);
  return `${text.slice(0, 19)}Z`;
}
