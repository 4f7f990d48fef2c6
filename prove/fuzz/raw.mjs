const OPENING = '\u27e6raw:';
const CLOSING = '\u27e7';
const MARKED = new RegExp(`"${OPENING}([^${CLOSING}]*)${CLOSING}"`, 'g');

/** A placeholder in a body for JSON text that no JavaScript value produces, such as a duplicate member. */
export function rawText(text) {
  return `${OPENING}${Buffer.from(text).toString('base64')}${CLOSING}`;
}

/** A body as JSON text, with the placeholders of `rawText` replaced. */
export function toJson(value) {
  return JSON.stringify(value).replace(MARKED, (_, coded) => Buffer.from(coded, 'base64').toString());
}
