import { eventually } from '../support/eventually.js';
import { consolePage, describeInBrowser } from './console-page.js';

/** Upper bound on the Tab presses needed on any page. */
const MAX_STEPS = 80;

/** The accessible name of the focused element. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const named = element?.labels?.[0] ?? element;
  return element?.getAttribute('aria-label') ?? named?.innerText ?? '';
})()`;

describeInBrowser('the console, by the keyboard alone', () => {
  const console = consolePage();

  const focused = () => console.page.evaluate<string>(FOCUSED);

  /** Presses Tab until an element with a matching name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      await console.page.keyboard.press('Tab');
      const reached = await focused();
      if (name.test(reached)) return;
      passed.push(reached.slice(0, 30));
    }
    throw new Error(`${String(name)} was not reached; passed ${passed.join(' | ')}`);
  }

  async function opened(path: string): Promise<void> {
    await console.open(path);
    await console.page.getByRole('heading', { level: 1 }).waitFor();
    await console.page.waitForLoadState('networkidle');
  }

  it('skips the menu', async () => {
    await opened('capacity?zone=demo');
    await console.page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await console.page.keyboard.press('Enter');
    expect(await console.page.evaluate<string>('document.activeElement.id')).toBe('content');
  });

  it('goes to another page', async () => {
    await opened('capacity?zone=demo');
    await tabTo(/^Reservations$/);
    await console.page.keyboard.press('Enter');
    await console.page.getByRole('heading', { name: 'Reservations', level: 1 }).waitFor();
  });

  it('reads the figures of a chart, change by change, and moves its window', async () => {
    const { page } = console;
    await opened('capacity?zone=demo');
    const cores = page.getByRole('region', { name: 'Cores' });
    await tabTo(/^Cores.*Arrow keys/);
    const before = await cores.innerText();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => expect(await cores.innerText()).not.toBe(before));
    const address = page.url();
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForURL((url) => url.href !== address);
  });

  it('opens a reservation from the picture, and comes back to it', async () => {
    const { page } = console;
    await opened('reservations?zone=demo');
    await tabTo(/^Reservations over time/);
    await page.keyboard.press('ArrowRight');
    await page.getByText(/; Enter opens it$/).waitFor();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Reservation', exact: true });
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused()).toMatch(/^Reservations over time/));
  });

  it('stays in a drawer whose request was refused', async () => {
    const { page } = console;
    console.tolerate(/409 \(Conflict\)/);
    await opened('providers?zone=demo');
    await tabTo(/^Manage/);
    await page.keyboard.press('Enter');
    await tabTo(/^Declare capacity$/);
    await page.keyboard.press('ArrowLeft');
    await tabTo(/^Retire…$/);
    await page.keyboard.press('Enter');
    await page.getByText('This cannot be done').waitFor();
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`)).toBe(
        true,
      );
    }
  });

  it('reserves, and cancels', async () => {
    const { page } = console;
    await opened('reservations?zone=demo');
    await tabTo(/^New reservation$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New reservation' }).waitFor();
    await tabTo(/^Name/);
    await page.keyboard.type('by-keyboard');
    await tabTo(/^Cores/);
    await page.keyboard.type('1');
    await tabTo(/^Reserve$/);
    await page.keyboard.press('Enter');
    await console.reservation('by-keyboard', 'initialized|active');
    await page.getByRole('dialog', { name: 'Reservation', exact: true }).waitFor();
    await tabTo(/^Extend or shorten$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await tabTo(/^Check first$/);
    await page.keyboard.press('Enter');
    await page.getByText('This would be accepted').waitFor();
    await tabTo(/^Cancel the reservation$/);
    await page.keyboard.press('Enter');
    await console.reservation('by-keyboard', 'terminated');
  });
});
