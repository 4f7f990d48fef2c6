import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const FLAGS = JSON.parse(readFileSync(new URL('chromium-flags.json', import.meta.url), 'utf8'));

/** Debian's, with nothing that talks to anybody but the page. */
export function launchBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}
