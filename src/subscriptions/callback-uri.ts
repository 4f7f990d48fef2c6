export const LONGEST_CALLBACK_URI = 2048;

/**
 * True for an http(s) address without a user name or password, which would be stored and shown in the clear. Whether
 * notifications may go there is looked at when they are sent: what a name resolves to can change.
 */
export function isCallbackUri(text: string): boolean {
  if (text.length > LONGEST_CALLBACK_URI || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
