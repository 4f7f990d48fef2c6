import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's; `.ci/run` installs it. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Nothing but the page talks to anybody. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const hasBrowser = existsSync(CHROMIUM);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
