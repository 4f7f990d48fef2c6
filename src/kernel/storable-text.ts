const LONE_SURROGATE = /\p{Surrogate}/u;

/** True for a text that PostgreSQL can't store, so that it is refused early. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || LONE_SURROGATE.test(text);
}
