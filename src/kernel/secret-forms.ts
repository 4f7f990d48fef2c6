/** Shorter ones would be found in words that have nothing to do with them. */
const MIN_FORM_LENGTH = 6;

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A secret as it may stand in a text that repeats it: as it is, URL-encoded, in a JSON string, in HTML, or within a
 * base64 of something longer. The longest form comes first, so that none is left half replaced.
 */
export function secretForms(secret: string): string[] {
  const urlEncoded = encodeURIComponent(secret);
  const strictlyEncoded = urlEncoded.replace(/[!'()*]/g, (character) => percent(character));
  const encoded = [urlEncoded, strictlyEncoded, new URLSearchParams({ '': secret }).toString().slice(1)];
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character]);
  const forms = [
    ...encoded,
    ...encoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json),
    html,
    html.replaceAll('&#39;', '&#x27;'),
    html.replaceAll('&#39;', '&apos;'),
    ...base64Forms(secret),
  ].filter((form) => form.length >= MIN_FORM_LENGTH);
  return [...new Set([secret, ...forms])].sort((a, b) => b.length - a.length);
}

/** The characters of a base64 text that depend on the secret alone, for each place it can have among its bytes. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const core = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function asciiJson(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
