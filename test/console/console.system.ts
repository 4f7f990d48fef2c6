import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { hasBrowser, launchBrowser } from './browser.js';
import { TestClock } from '../support/test-clock.js';
import { seedDemo } from '../../src/demo/demo.js';
import { startService, type RunningService } from '../support/service.js';

/** A page in a real browser against a real service that holds the demo. */
const describeInBrowser = hasBrowser ? describe : describe.skip;
if (!hasBrowser) console.warn('No Chromium at /usr/bin/chromium: the tests of the console are skipped.');

const PAGES = ['capacity', 'reservations', 'find', 'reports', 'providers', 'subscriptions', 'health'];

describeInBrowser('the console', () => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    // The page shows the real now, and the service's own has to be the same.
    const clock = new TestClock(Math.floor(Date.now() / 1000));
    service = await startService({ clock });
    await seedDemo({ baseUrl: service.baseUrl, authorization: '' }, clock.now());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    complaints = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  });
  afterEach(async () => {
    await page.close();
    // Also whatever the Content-Security-Policy refused.
    expect(complaints).toEqual([]);
  });

  const open = (path: string) => page.goto(`${service.baseUrl}/console/${path}`);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

  async function seriousFindings(): Promise<string[]> {
    // By the debugger, which the page's policy does not concern.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>(
      `axe.run(document, { resultTypes: ['violations'] })`,
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it('is where a browser is sent', async () => {
    await page.goto(service.baseUrl);
    await page.getByRole('heading', { name: 'Capacity' }).waitFor();
    expect(page.url()).toContain('/console/capacity');
  });

  it.each(PAGES)('has no serious finding of axe on %s, in light and dark', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await seriousFindings()).toEqual([]);
    }
  });

  it.each(PAGES)('fits on a phone: %s', async (path) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('shows the figures of the demo, and as a table', async () => {
    await open('capacity?zone=demo');
    const cores = page.getByRole('region', { name: 'Cores' });
    await cores.getByText('least free').waitFor();
    expect(await cores.innerText()).toMatch(/total\s+64/);
    await press(/Cores as a table/);
    await page.getByRole('columnheader', { name: 'available' }).first().waitFor();
  });

  it('reserves what it found, is refused more, takes the offer, and cancels', async () => {
    await open('find?zone=demo');
    await press('Take demo');
    await page.getByRole('region', { name: 'Reserve' }).getByLabel('Name').fill('from-the-browser');
    await press(/^Reserve$/);
    await expectReservation('from-the-browser', 'initialized|active');

    await open('reservations?zone=demo');
    await press('New reservation');
    const form = page.getByRole('dialog', { name: 'New reservation' });
    await form.getByLabel('Name').fill('from-an-offer');
    await form.getByLabel('Cores').fill('1000');
    await form.getByRole('button', { name: 'Check first' }).click();
    await form.getByText('This would be refused').waitFor();
    expect(await reservationNamed('from-an-offer')).toBeUndefined();
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await form.getByText('Refused', { exact: true }).waitFor();
    await form.getByRole('button', { name: /Take the most that fits/ }).click();
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expectReservation('from-an-offer', 'initialized|active');

    const drawer = page.getByRole('dialog', { name: 'Reservation', exact: true });
    await drawer.getByRole('tab', { name: 'Cancel' }).click();
    await drawer.getByRole('button', { name: 'Check first' }).click();
    await drawer.getByText('This would be accepted').waitFor();
    await drawer.getByRole('button', { name: 'Cancel the reservation' }).click();
    await expectReservation('from-an-offer', 'terminated');
  });

  it('draws a maintenance window before it is saved', async () => {
    await open('providers?zone=demo');
    await press(/^Manage/);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Cores').fill('60');
    await drawer.getByText('It would take capacity that is promised').waitFor();
    await drawer.getByRole('button', { name: 'Check first' }).click();
    await drawer.getByText('This would be refused').waitFor();
  });

  it('subscribes, shows the secret once, and sends a test', async () => {
    await open('subscriptions');
    await press('Subscribe');
    await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('dialog', { name: 'Signing secret' }).getByLabel('Close').click();
    await press(/^Open Cores/);
    await press('Send a test');
    await page.getByText('Test', { exact: true }).waitFor();
  });

  it('shows the health of the service', async () => {
    await open('health');
    await page.getByRole('region', { name: 'Database' }).getByText('answers').waitFor();
  });

  async function reservationNamed(name: string): Promise<{ state: string } | undefined> {
    const { body } = await service.http.get(`/reservations?name=${name}`).expect(200);
    return (body.items as { state: string }[]).at(0);
  }

  async function expectReservation(name: string, state: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    let found = await reservationNamed(name);
    while (!new RegExp(`^(${state})$`).test(found?.state ?? '') && Date.now() < deadline) {
      await page.waitForTimeout(100);
      found = await reservationNamed(name);
    }
    expect(found?.state).toMatch(new RegExp(`^(${state})$`));
  }
});
