import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/**
 * Debian's Chromium without a window of its own, which `.ci/run` installs, else the complete one. The complete one renders its own
 * toolbar for every page, and took half as much processor time again.
 */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env.CHROMIUM ?? INSTALLED.find((file) => existsSync(file));

/** Only the page itself may use the network. `console/browser.mjs`, which Jest does not load, has the same flags. */
const QUIET = JSON.parse(readFileSync('console/chromium-flags.json', 'utf8')) as string[];

export const hasBrowser = CHROMIUM !== undefined && existsSync(CHROMIUM);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
