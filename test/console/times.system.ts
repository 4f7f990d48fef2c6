import { eventually } from '../support/eventually.js';
import { consolePage, describeInBrowser } from './console-page.js';

/** Notes each text that a chart draws. */
const DRAWN = `
  window.drawn = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    window.drawn.push(text);
    fillText.call(this, text, ...at);
  };`;

describeInBrowser('the time fields of the console', () => {
  const console = consolePage();
  const drawer = (name: string) => console.page.getByRole('dialog', { name, exact: true });

  /** The paths of all changes and dry runs that the page sends from now on. */
  function sent(): string[] {
    const paths: string[] = [];
    console.page.on('request', (request) => {
      if (request.method() === 'POST') paths.push(new URL(request.url()).pathname);
    });
    return paths;
  }

  it('a half-filled end is not an open one', async () => {
    const { page } = console;
    await console.open('reservations?zone=demo');
    await page.getByRole('button', { name: 'New reservation' }).click();
    const form = drawer('New reservation');
    await form.getByLabel('Name').fill('half-filled');
    await form.getByLabel('Cores').fill('1');
    const posts = sent();
    await form.getByLabel('End').focus();
    await page.keyboard.press('Backspace');
    await form.getByText('Incomplete: fill all of it, or none').waitFor();
    await form.getByText(/^1 day\./).waitFor();
    for (const name of ['Check first', 'Reserve'])
      await form.getByRole('button', { name, exact: true }).click();
    await form.getByLabel('Name').press('Enter');
    await page.waitForTimeout(500);
    expect(posts).toEqual([]);

    // Emptying the rest of the field makes the end an open one.
    await form.getByLabel('End').focus();
    for (let field = 0; field < 7; field++) {
      await page.keyboard.press('Backspace');
      await page.keyboard.press('ArrowRight');
    }
    await form.getByText(/^for ever\./).waitFor();
    await form.getByText(/Incomplete/).waitFor({ state: 'detached' });
    // The field has no value before and after this key.
    await form.getByLabel('End').focus();
    await page.keyboard.press('1');
    await form.getByText('Incomplete: fill all of it, or none').waitFor();
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await page.waitForTimeout(500);
    expect(posts).toEqual([]);

    await form.getByLabel('Start').focus();
    await page.keyboard.press('Backspace');
    await form.getByText('Incomplete: fill all of it', { exact: true }).waitFor();
  });

  it('a half-filled end does not extend a reservation', async () => {
    const { page } = console;
    const order = { zone: 'demo', name: 'extended', capacity: { cores: 1 }, end: '2099-01-01T00:00:00Z' };
    const made = await console.service.operation('create-reservation', order);
    await console.open(`reservations?zone=demo&open=${made['reservation-id']}`);
    const panel = drawer('Reservation');
    await panel.getByLabel('End', { exact: true }).focus();
    const posts = sent();
    await page.keyboard.press('Backspace');
    for (const name of ['Check first', 'Change the times']) await panel.getByRole('button', { name }).click();
    await panel.getByText('Incomplete: fill all of it, or none').waitFor();
    await page.waitForTimeout(500);
    expect(posts).toEqual([]);
    // A button that sets the time completes the field.
    await panel.getByRole('button', { name: '+1 day' }).click();
    await panel.getByText(/Incomplete/).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Change the times' }).click();
    await panel
      .getByText(/Jan 2, 2099/)
      .first()
      .waitFor();
  });

  it('finds nothing for a half-filled range, and again when it is complete', async () => {
    const { page } = console;
    await console.open('find?zone=demo');
    const hold = page.getByRole('button', { name: 'Find and hold the first' });
    await hold.waitFor();
    await page.getByLabel('Over by').focus();
    await page.keyboard.press('1');
    await page.getByText('A time is incomplete.').waitFor();
    await hold.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await hold.waitFor();
  });

  it('a half-typed year is not sent', async () => {
    const { page } = console;
    await console.open('capacity?zone=demo&from=2030-06-01T00:00:00Z&to=2030-07-01T00:00:00Z');
    await page.getByRole('button', { name: /2030/ }).click();
    const asked: string[] = [];
    page.on('request', (request) => {
      const start = new URL(request.url()).searchParams.get('timePeriod.startTime');
      if (start !== null) asked.push(start.slice(0, 4));
    });
    const field = page.getByRole('textbox', { name: 'From' });
    await field.focus();
    for (const key of '02152029') {
      await page.keyboard.press(key);
      // Longer than the page waits for the next key.
      await page.waitForTimeout(400);
    }
    await page.waitForURL((url) => url.search.includes('from=2029-02-15'));
    expect(asked.filter((year) => year < '1970')).toEqual([]);
  });

  it('a window that would end before it starts is refused beside the field', async () => {
    const { page } = console;
    await console.open('capacity?zone=demo&from=2030-06-01T00:00:00Z&to=2030-07-01T00:00:00Z');
    await page.getByRole('button', { name: /2030/ }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('2030-08-01T00:00');
    await page.getByText('Must be earlier than To').waitFor();
    expect(page.url()).toContain('from=2030-06-01');
    // The other field may be the one that was wrong.
    await page.getByRole('textbox', { name: 'To' }).fill('2030-09-01T00:00');
    await page.waitForURL((url) => /from=2030-08-01.*to=2030-09-01/.test(url.search));
    expect(await page.getByText('Must be earlier than To').count()).toBe(0);
    await page.getByRole('textbox', { name: 'To' }).fill('2030-07-01T00:00');
    await page.getByText('Must be later than From').waitFor();
  });

  it('edits the minutes in the second hour that the clock shows twice', async () => {
    const { page } = console;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
    const end = '2027-10-31T01:30:00Z';
    const order = { zone: 'demo', name: 'end-of-summer', capacity: { cores: 1 }, end };
    const made = await console.service.operation('create-reservation', order);
    await console.open(`reservations?zone=demo&open=${made['reservation-id']}`);
    const panel = drawer('Reservation');
    const field = panel.getByLabel('End', { exact: true });
    expect(await field.inputValue()).toBe('2027-10-31T02:30');
    await panel.getByText('Shown twice by the clock: 2027-10-31 01:30:00 UTC').waitFor();
    await field.focus();
    for (let part = 0; part < 4; part++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('45');
    expect(await field.inputValue()).toBe('2027-10-31T02:45');
    await panel.getByText('Shown twice by the clock: 2027-10-31 01:45:00 UTC').waitFor();
    await panel.getByRole('button', { name: 'Change the times' }).click();
    await page.getByRole('alert').filter({ hasText: 'Done' }).waitFor();
    const { body } = await console.service.http.get('/reservations?name=end-of-summer').expect(200);
    expect(body.items[0].end).toBe('2027-10-31T01:45:00Z');
  });

  it('a chart has a tick for each of the hours that the clock shows twice', async () => {
    const { page } = console;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
    await page.addInitScript(DRAWN);
    await console.open('capacity?zone=demo&from=2027-10-30T22:30:00Z&to=2027-10-31T04:30:00Z');
    const hours = ['2 AM GMT+2', '2 AM GMT+1', '03:00 AM'];
    await eventually(async () =>
      expect(await page.evaluate<string[]>('drawn')).toEqual(expect.arrayContaining(hours)),
    );
  });

  // Regression: from a day on whose midnight the clocks skip, each tick was an hour late and none had a date.
  it('a chart has the dates and round hours after a day without a midnight', async () => {
    const { page } = console;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Santiago' });
    await page.addInitScript(DRAWN);
    await console.open('capacity?zone=demo&from=2027-09-04T04:00:00Z&to=2027-09-08T03:00:00Z');
    await eventually(async () =>
      expect(await page.evaluate<string[]>('drawn')).toEqual(
        expect.arrayContaining(['Sep 5', '12:00 PM', 'Sep 6', 'Sep 7']),
      ),
    );
    expect(await page.evaluate<string[]>('drawn')).not.toContain('01:00 PM');
  });
});
