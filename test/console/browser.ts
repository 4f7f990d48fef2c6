import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium, installed by `.ci/run`. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Only the page itself may use the network. `console/browser.mjs`, which Jest does not load, has the same flags. */
const QUIET = JSON.parse(readFileSync('console/chromium-flags.json', 'utf8')) as string[];

export const hasBrowser = existsSync(CHROMIUM);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
