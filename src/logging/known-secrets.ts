import { databaseUrls } from '../config/database-url.js';
import type { Configuration } from '../config/configuration.js';

/** Secrets of the configuration: they are masked in every log line, also in the text of a library's error. */
export function secretsOf({ databaseUrl, credentialKeys, bootstrapKey }: Configuration): string[] {
  const sealing = credentialKeys.flatMap(({ key }) => [key.toString('base64'), key.toString('base64url')]);
  const keys = bootstrapKey === undefined ? sealing : [...sealing, bootstrapKey];
  return databaseUrl === undefined ? keys : [...keys, ...passwordsIn(databaseUrl)];
}

/** As it stands in the URL and as it is meant, which is what a driver repeats. */
function passwordsIn(url: string): string[] {
  const { password, searchParams } = new URL(databaseUrls(url)[0]);
  const given = [password, searchParams.get('password')].filter((text) => text !== null && text !== '');
  return given.flatMap((text) => [...new Set([text as string, decoded(text as string)])]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
