import { formatInstant } from '../../src/kernel/time-window.js';
import { consolePage, describeInBrowser } from './console-page.js';

const RESERVATIONS = 10_000;
const ZONE = 'crowded';
const AT_ONCE = 8;
const HOUR = 3_600;

/** Of the week in view, on each of which a reservation of each series begins. */
const DAYS = 6;

/** Longer than usual: ten thousand reservations are made first. */
const TIMEOUT_MS = 180_000;

describeInBrowser('the console with ten thousand reservations', () => {
  const console = consolePage();

  // Heavy requests can be refused while the machine is busy. The console asks again, and the tests see whether it does.
  beforeEach(() => console.tolerate(/503 \(Service Unavailable\)/));

  beforeAll(async () => {
    const source = await console.service.provider(
      { cores: 32_767, ram: 1_000_000, instances: 32_767 },
      { zone: ZONE },
    );
    expect(source).toBeDefined();
    const begin = Math.ceil(Date.now() / 1000 / HOUR) * HOUR;
    const make = async (number: number, more: object): Promise<void> => {
      const start = begin + (number % 24) * HOUR;
      const times = { start: formatInstant(start), end: formatInstant(start + (1 + (number % 12)) * HOUR) };
      const body = { zone: ZONE, ...times, capacity: { cores: 1 }, name: `n${number}`, ...more };
      expect(await console.service.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
    };
    await make(0, { labels: { one: 'of them' } });
    let made = 1;
    const makeSeries = async (): Promise<void> => {
      while (made < RESERVATIONS) {
        const count = Math.min(DAYS, RESERVATIONS - made);
        made += count;
        await make(made, { repeat: `FREQ=DAILY;COUNT=${count}` });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, makeSeries));
  }, TIMEOUT_MS);

  it(
    'shows all of them, moves through them, and opens one',
    async () => {
      const { page } = console;
      await console.open(`reservations?zone=${ZONE}&range=week`);
      await page.getByText('10,000 in this window').waitFor();
      const picture = page.getByTestId('gantt');
      await picture.focus();
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft', '+', '-', 'Home'])
        await page.keyboard.press(key);
      await picture.evaluate('(element) => element.scrollTo({ top: element.scrollHeight })');
      await page.keyboard.press('ArrowRight');
      await page.getByText(/; Enter opens it$/).waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Reservation', exact: true })
        .getByText(/^n\d+$/)
        .first()
        .waitFor();
    },
    TIMEOUT_MS,
  );

  it(
    'lists them as a table',
    async () => {
      const { page } = console;
      await console.open(`reservations?zone=${ZONE}&range=week&view=table`);
      await page.getByText('10,000 in this window').waitFor();
      await page.getByRole('columnheader').first().waitFor();
      // A filter that leaves fewer pages than the one that is shown.
      await page.getByRole('button', { name: '2', exact: true }).click();
      await page.getByLabel('Label').fill('one');
      await page.getByLabel('Label').press('Enter');
      await page.getByText('1 in this window').waitFor();
      await page.getByRole('button', { name: 'n0', exact: true }).waitFor();
    },
    TIMEOUT_MS,
  );
});
