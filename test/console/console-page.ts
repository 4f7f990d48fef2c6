import type { Browser, Page } from 'playwright-core';
import { seedDemo } from '../../src/demo/demo.js';
import { believePrincipals } from '../support/principals.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { hasBrowser, launchBrowser } from './browser.js';

/** Skipped on a machine without a browser. */
export const describeInBrowser = hasBrowser ? describe : describe.skip;
if (!hasBrowser)
  console.warn(
    'No Chromium is installed (apt-get install chromium-headless-shell): the tests of the console are skipped',
  );

export interface ConsolePage {
  readonly service: RunningService;
  readonly page: Page;
  /** Opens a path below /console. */
  open(path: string): Promise<void>;
  /** Waits until the reservation of this name is in one of the states. */
  reservation(name: string, states: string): Promise<{ reservationId: string; state: string }>;
  /** Lets this test provoke errors of the page that match. */
  tolerate(error: RegExp): void;
}

/** Browser pages on a service with the demo, a new page per test. A test fails if its page reports an error. */
export function consolePage(environment?: Readonly<Record<string, string>>): ConsolePage {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let tolerated: RegExp[];
  beforeAll(async () => {
    // The page uses the real time, so the clock of the service must match it. What is made now has begun when the page opens, even if
    // that is in the same second.
    const clock = new TestClock(Math.floor(Date.now() / 1000) - 1);
    service = await startService({ clock, environment, before: believePrincipals });
    await seedDemo({ baseUrl: service.baseUrl, authorization: '' }, clock.now());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    complaints = [];
    tolerated = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on(
      'console',
      (line) => line.type() === 'error' && complaints.push(`${line.text()} ${line.location().url}`),
    );
  });
  afterEach(async () => {
    await page.close();
    // Includes violations of the Content-Security-Policy.
    expect(complaints.filter((text) => !tolerated.some((error) => error.test(text)))).toEqual([]);
  });
  return {
    get service() {
      return service;
    },
    get page() {
      return page;
    },
    tolerate: (error) => tolerated.push(error),
    open: async (path) => {
      await page.goto(`${service.baseUrl}/console/${path}`);
    },
    reservation: async (name, states) => {
      const isWanted = new RegExp(`^(${states})$`);
      const deadline = Date.now() + 20_000;
      for (;;) {
        const { body } = await service.http.get(`/reservations?name=${name}`).expect(200);
        const [found] = body.items as { reservationId: string; state: string }[];
        if (isWanted.test(found?.state ?? '')) return found;
        if (Date.now() > deadline) throw new Error(`${name} is ${found?.state ?? 'unknown'}, not ${states}`);
        await page.waitForTimeout(100);
      }
    },
  };
}
