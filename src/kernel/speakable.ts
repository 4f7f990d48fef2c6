/** Control characters and unpaired surrogates: not readable aloud, and PostgreSQL can't store some of them. */
const UNREADABLE = /[\p{Cc}\p{Cs}]/u;
const GAPS = /[\p{Cc}\p{Cs}\s]+/gu;

const MAX_NAME_LENGTH = 255;

/** True if a text can be a name, here or on a platform. */
export function isName(text: string): boolean {
  return text.length >= 1 && text.length <= MAX_NAME_LENGTH && !UNREADABLE.test(text);
}

/** A text on one line, without control characters and unpaired surrogates. */
export function speakable(text: string): string {
  return text.replace(GAPS, ' ').trim();
}
