const OPENING = '\u27e6raw:';
const CLOSING = '\u27e7';
const MARKED = new RegExp(`"${OPENING}([^${CLOSING}]*)${CLOSING}"`, 'g');

/** Stands in a body for JSON text that no value of JavaScript gives, such as a member that is there twice. */
export function rawText(text) {
  return `${OPENING}${Buffer.from(text).toString('base64')}${CLOSING}`;
}

/** A body as text, with what `rawText` stands for in its place. */
export function toJson(value) {
  return JSON.stringify(value).replace(MARKED, (_, coded) => Buffer.from(coded, 'base64').toString());
}
