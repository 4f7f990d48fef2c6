import { eventually } from '../support/eventually.js';
import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('a list of which few records match', () => {
  const console = consolePage();

  /** Answers each page as one whose rows do not match, with another behind it. Gives how many were requested. */
  async function emptyPages(path: RegExp): Promise<() => number> {
    let count = 0;
    await console.page.route(path, (route) => {
      count += 1;
      return route.fulfill({ json: { items: [], next: `after-${count}` } });
    });
    return () => count;
  }

  it('of deliveries is read a page at a time, as the user asks', async () => {
    const { page, service } = console;
    const wish = { computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.post('/capacity/compute/subscribe').send(wish).expect(201);
    const id = body.capacityChangeSubscriptionId as string;
    await console.open(`subscriptions?open=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('None. Send a test to see one.').waitFor();
    const requested = await emptyPages(/\/deliveries\?.*state=dead/);
    await drawer.getByText('dead', { exact: true }).click();
    await drawer.getByText('None among the newest.').waitFor();
    await page.waitForTimeout(500);
    expect(requested()).toBe(1);
    await drawer.getByRole('button', { name: 'Show older ones' }).click();
    await page.waitForTimeout(500);
    expect(requested()).toBe(2);
  });

  it('of reservations is read up to a number of pages', async () => {
    const { page } = console;
    const requested = await emptyPages(/:\d+\/reservations\?.*kind=network/);
    await console.open('reservations?zone=demo&kind=network');
    await page.getByText('More reservations may match than are shown.').waitFor();
    await page.waitForTimeout(500);
    expect(requested()).toBeLessThanOrEqual(20);
  });

  // Regression: the address of an older one than the thousand that are listed opened nothing, and nothing said that some were missing.
  it('of subscriptions says that it is cut, and opens one that it lacks', async () => {
    const { page, service } = console;
    const wish = { computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.post('/capacity/compute/subscribe').send(wish).expect(201);
    await emptyPages(/:\d+\/subscriptions\?/);
    await console.open(`subscriptions?open=${body.capacityChangeSubscriptionId}`);
    await page.getByText('There are more subscriptions than are shown').waitFor();
    await page.getByRole('dialog').getByText('None. Send a test to see one.').waitFor();
  });

  // Regression: a zone beyond those that are read could not be chosen, and a page of one said that it was of all zones.
  it('of zones lets others be typed, and shows the one of the page', async () => {
    const { page, service } = console;
    await service.provider({ cores: 7 }, { zone: 'far-away' });
    await emptyPages(/:\d+\/zones\?/);
    await console.open('providers?zone=demo');
    const zone = page.getByRole('combobox', { name: 'Zone' });
    await eventually(async () => expect(await zone.inputValue()).toBe('demo'));
    await zone.fill('far-away');
    await page.getByRole('option', { name: 'far-away' }).click();
    await page.waitForURL(/zone=far-away/);
    await page.getByText('7', { exact: true }).first().waitFor();
  });
});
