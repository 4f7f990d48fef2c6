import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's; `.ci/run` installs it. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Nothing but the page talks to anybody. Jest does not load `console/browser.mjs`, which has the same flags. */
const QUIET = JSON.parse(readFileSync('console/chromium-flags.json', 'utf8')) as string[];

export const hasBrowser = existsSync(CHROMIUM);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
