import { consolePage, describeInBrowser } from './console-page.js';

const RESERVATIONS = 10_000;
const ZONE = 'crowded';
const AT_ONCE = 32;
const HOUR = 3_600;

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
    let next = 0;
    const make = async (): Promise<void> => {
      for (let number = next++; number < RESERVATIONS; number = next++) {
        const start = begin + (number % 160) * HOUR;
        const window = [start, start + (1 + (number % 12)) * HOUR].map((at) =>
          new Date(at * 1000).toISOString(),
        );
        const body = {
          zone: ZONE,
          start: window[0],
          end: window[1],
          capacity: { cores: 1 },
          name: `n${number}`,
          ...(number === 0 && { labels: { one: 'of them' } }),
        };
        await console.service.operation('create-reservation', body);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, make));
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
