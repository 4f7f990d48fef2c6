export const LONGEST_CALLBACK_TOKEN = 4096;

/** Visible ASCII: a header needs no encoding for it, and a space would end the token. */
const CALLBACK_TOKEN = /^[!-~]+$/;

export const CALLBACK_TOKEN_PATTERN = CALLBACK_TOKEN.source;

export function isCallbackToken(text: string): boolean {
  return text.length <= LONGEST_CALLBACK_TOKEN && CALLBACK_TOKEN.test(text);
}
