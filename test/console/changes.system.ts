import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('changes made in the console', () => {
  const console = consolePage();
  const drawer = (name: string) => console.page.getByRole('dialog', { name, exact: true });

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
});
