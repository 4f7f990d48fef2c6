/** What can't be read aloud: control characters and halves of pairs. PostgreSQL would not even store some of it. */
const UNSPEAKABLE = /[\p{Cc}\p{Cs}]/u;
const GAPS = /[\p{Cc}\p{Cs}\s]+/gu;

const LONGEST_NAME = 255;

/** Whether a text may stand for something, here or on a platform. */
export function isName(text: string): boolean {
  return text.length >= 1 && text.length <= LONGEST_NAME && !UNSPEAKABLE.test(text);
}

/** A text on one line, without what can't be read aloud. */
export function speakable(text: string): string {
  return text.replace(GAPS, ' ').trim();
}
