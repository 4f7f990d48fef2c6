import { eventually } from '../support/eventually.js';
import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('changes made in the console', () => {
  const console = consolePage();
  const drawer = (name: string) => console.page.getByRole('dialog', { name, exact: true });

  async function coresOf(name: string): Promise<number> {
    const { body } = await console.service.http.get(`/reservations?name=${name}`).expect(200);
    return body.items[0].capacity.cores as number;
  }

  it('take effect once if the button is pressed again after a lost answer', async () => {
    const { page } = console;
    console.tolerate(/ERR_FAILED/);
    let isLosing = true;
    await page.route('**/create-reservation', async (route) => {
      if (!isLosing) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await console.open('reservations?zone=demo');
    await page.getByRole('button', { name: 'New reservation' }).click();
    const form = drawer('New reservation');
    await form.getByLabel('Name').fill('lost-answer');
    await form.getByLabel('Cores').fill('1');
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await form.getByText('The change may have been made. Press the button again').waitFor();
    isLosing = false;
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await drawer('Reservation').getByText('lost-answer').waitFor();
    const { body } = await console.service.http.get('/reservations?name=lost-answer').expect(200);
    expect(body.items).toHaveLength(1);
  });

  // Regression: the page took its own change for that of another client, and said that nothing was sent.
  it('of a reservation are repeated after a lost answer', async () => {
    const { page } = console;
    console.tolerate(/ERR_FAILED/);
    const order = { zone: 'demo', name: 'lost', capacity: { cores: 1 }, end: '2099-01-01T00:00:00Z' };
    const made = await console.service.operation('create-reservation', order);
    let isLosing = true;
    await page.route('**/update-reservation', async (route) => {
      if (!isLosing || route.request().postData()?.includes('dry-run')) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await console.open(`reservations?zone=demo&open=${made['reservation-id']}`);
    const panel = drawer('Reservation');
    await panel.getByRole('tab', { name: 'Change amounts' }).click();
    await panel.getByLabel('Cores').fill('2');
    await panel.getByRole('button', { name: 'Change the amounts' }).click();
    await panel.getByText('The change may have been made. Press the button again').waitFor();
    await expect(coresOf('lost')).resolves.toBe(2);
    isLosing = false;
    await panel.getByRole('button', { name: 'Change the amounts' }).click();
    await page.getByText('Done', { exact: true }).first().waitFor();
  });

  it('leave a change that was made elsewhere in the meantime', async () => {
    const { page } = console;
    const order = { zone: 'demo', name: 'shared', capacity: { cores: 1 }, end: '2099-01-01T00:00:00Z' };
    const made = await console.service.operation('create-reservation', order);
    const which = { 'reservation-id': made['reservation-id'] as string };
    await console.open(`reservations?zone=demo&open=${which['reservation-id']}`);
    const panel = drawer('Reservation');
    await panel.getByRole('tab', { name: 'Change amounts' }).click();
    await panel.getByLabel('Cores').fill('2');
    // The page reads it again every ten seconds at most.
    await console.service.operation('update-reservation', { ...which, capacity: { cores: 3 } });
    const freshness: (string | undefined)[] = [];
    page.on('request', (request) => freshness.push(request.headers()['cache-control']));
    await panel.getByRole('button', { name: 'Change the amounts' }).click();
    await page.getByText('Nothing was sent', { exact: true }).waitFor();
    // Regression: on a busy page the check took a shared answer from before the other change, and that one was lost.
    expect(freshness).toContain('no-cache');
    await expect(coresOf('shared')).resolves.toBe(3);
    // The same tab shows the present state, from which the change can be made.
    await eventually(async () => expect(await panel.getByLabel('Cores').inputValue()).toBe('3'));
    await panel.getByLabel('Cores').fill('2');
    await panel.getByRole('button', { name: 'Change the amounts' }).click();
    await eventually(async () => expect(await coresOf('shared')).toBe(2));
  });

  it('are confirmed for long enough to be read, and leave the tab open', async () => {
    const { page } = console;
    const order = { zone: 'demo', name: 'confirmed', capacity: { cores: 1 }, end: '2099-01-01T00:00:00Z' };
    const made = await console.service.operation('create-reservation', order);
    await console.open(`reservations?zone=demo&open=${made['reservation-id']}`);
    const panel = drawer('Reservation');
    await panel.getByRole('tab', { name: 'Change amounts' }).click();
    await panel.getByLabel('Cores').fill('2');
    console.service.clock.advance(1);
    await panel.getByRole('button', { name: 'Change the amounts' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Done' });
    await notice.waitFor();
    await eventually(async () => expect(await coresOf('confirmed')).toBe(2));
    await page.waitForTimeout(2000);
    expect(await notice.isVisible()).toBe(true);
    expect(await panel.getByRole('tab', { name: 'Change amounts' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    expect(await panel.getByLabel('Cores').inputValue()).toBe('2');
  });

  it('to a subscription that cannot be undone need a second press', async () => {
    const { page, service } = console;
    const wish = { computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.post('/capacity/compute/subscribe').send(wish).expect(201);
    const path = `/subscriptions/${body.capacityChangeSubscriptionId}`;
    await console.open(`subscriptions?open=${body.capacityChangeSubscriptionId}`);
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
    for (const doing of ['Rotate the secret', 'Unsubscribe']) {
      await page.getByRole('button', { name: doing }).click();
      const sure = page.getByRole('group', { name: `${doing}: sure?` });
      // The focus stays beside the buttons that have replaced the one that was pressed.
      await page.keyboard.press('Tab');
      expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(/^Yes, /);
      await sure.getByRole('button', { name: 'No' }).click();
    }
    await page.waitForTimeout(300);
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Yes, rotate the secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    // The secret is shown once, so Escape closes it alone.
    await page.getByRole('dialog', { name: 'Signing secret' }).getByLabel('Close').focus();
    await page.keyboard.press('Escape');
    await page.getByText(/^whsec_/).waitFor({ state: 'detached' });
    // The open page may read its notifications again before it learns that it is gone.
    console.tolerate(/404 \(Not Found\) .*\/deliveries\?/);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).click();
    await eventually(() => service.http.get(path).expect(404));
    expect(sent).toEqual(['POST', 'DELETE']);
  });
});
