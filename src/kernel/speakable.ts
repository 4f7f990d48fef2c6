/** Control characters and unpaired surrogates: not readable aloud, and PostgreSQL can't store some of them. */
const UNREADABLE = /[\p{Cc}\p{Cs}]/u;
const GAPS = /[\p{Cc}\p{Cs}\s]+/gu;

const MAX_NAME_LENGTH = 255;

/** True if a text can be a name, here or on a platform. */
export function isName(text: string): boolean {
  return text.length >= 1 && isAtMost(text, MAX_NAME_LENGTH) && !UNREADABLE.test(text);
}

/** Counts code points, as JSON Schema's `maxLength` does. Each is one or two units of a JavaScript string. */
export function isAtMost(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return true;
  return text.length <= 2 * maxLength && Array.from(text).length <= maxLength;
}

/** A text on one line, without control characters and unpaired surrogates. */
export function speakable(text: string): string {
  return text.replace(GAPS, ' ').trim();
}
