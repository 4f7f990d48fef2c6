import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange, Exchanges } from './exchanges.js';
import { misfits } from './shape.js';

/** The recorded answers of a real OpenStack: only their shapes, so that they contain no secret. */
const DIRECTORY = join(__dirname, 'recorded');

export function readRecordings(): Exchanges {
  const services = readdirSync(DIRECTORY).map((file) => file.replace(/\.json$/, ''));
  return Object.fromEntries(
    services.map((service) => [service, JSON.parse(readFileSync(fileOf(service), 'utf8'))]),
  );
}

export function writeRecordings(exchanges: Exchanges): void {
  for (const [service, exchanged] of Object.entries(exchanges)) {
    const sorted = Object.fromEntries(Object.entries(exchanged).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(fileOf(service), `${JSON.stringify(sorted, null, 2)}\n`);
  }
}

/** The differences between a platform's answers and the recorded ones. */
export function differences(recorded: Exchanges, seen: Exchanges): string[] {
  return Object.keys({ ...recorded, ...seen }).flatMap((service) => {
    const [before, now] = [recorded[service] ?? {}, seen[service] ?? {}];
    return Object.keys({ ...before, ...now }).flatMap((key) =>
      difference(before[key], now[key]).map((text) => `${service} ${key}: ${text}`),
    );
  });
}

function difference(recorded?: Exchange, seen?: Exchange): string[] {
  if (!recorded) return ['is not recorded'];
  if (!seen) return ['is recorded, and was not seen'];
  const headers =
    [...recorded.headers].sort().join() === [...seen.headers].sort().join() ? [] : ['other headers'];
  if (recorded.body === null || seen.body === null)
    return recorded.body === seen.body ? headers : [...headers, 'one of them has no body'];
  return [...headers, ...misfits(recorded.body, seen.body)];
}

function fileOf(service: string): string {
  return join(DIRECTORY, `${service}.json`);
}
