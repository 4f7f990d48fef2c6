import { secretForms } from '../kernel/secret-forms.js';

const HIDDEN = '[redacted]';

/** Shorter ones would be found in words that have nothing to do with them. */
const MIN_SECRET_LENGTH = 6;

/** No line says more; what would take time to look through is left out. */
const MAX_TEXT_LENGTH = 32_768;

/** `scheme://user:password@`, as it comes in addresses of databases, platforms and callbacks. */
const USER_INFO = /(:\/\/)[^\s/?#"'@]*@/g;

/** The query of an address: receivers and platforms have tokens there. */
const QUERY = /(https?:\/\/[^\s"'<>?#]{1,2048}\?)[^\s"'<>#]+/gi;

/** A member, header or assignment by one of these names, up to the end of its value. */
const NAMED =
  /((?:password|passwd|secret|[-_]token|callbackToken|authorization|api[-_]?key)["']?\s{0,4}[:=]\s{0,4})("(?:[^"\\]|\\.)*"|'[^']*'|(?:(?:bearer|basic) )?[^\s,;&)}\]]+)/gi;

/**
 * Credentials that their form gives away: an HTTP scheme's, a webhook's secret or signature, a token of Keystone, a JWT, also one that
 * was cut, an API key.
 */
const BY_FORM =
  /\b(?:(?:bearer|basic) [\w+/=.~-]{8,}|whsec_[\w+/=-]+|v1,[A-Za-z0-9+/]{43}=|gAAAA[\w=-]{20,})|(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|hr_[0-9a-f]{32}_\w+/gi;

/** Whether the form of a part of the text is that of a credential. */
export function holdsCredential(text: string): boolean {
  return text.search(BY_FORM) >= 0;
}

/**
 * Makes a function that takes secrets out of a text. It knows those of the configuration by their value, whatever the
 * text around them, and all others by what they are called or look like. It is the last resort: no line should hold one.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap(secretForms)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
    const spared = known.reduce((left, secret) => left.replaceAll(secret, HIDDEN), short);
    return spared
      .replace(USER_INFO, `$1${HIDDEN}@`)
      .replace(QUERY, `$1${HIDDEN}`)
      .replace(NAMED, `$1${HIDDEN}`)
      .replace(BY_FORM, HIDDEN);
  };
}
