import { consolePage, describeInBrowser } from './console-page.js';

const RED = { id: 'k', role: 'consumer', tenant: 'red' };

describeInBrowser('a key that is revoked while a form is filled in', () => {
  const console = consolePage();
  const form = () => console.page.getByRole('dialog', { name: 'New reservation', exact: true });

  /** Fills in a form, of which the service then refuses the key. Gives a function that signs in again, as somebody else. */
  async function refusedForm(name: string, first: object): Promise<(other: object) => Promise<void>> {
    const { page } = console;
    console.tolerate(/401 \(Unauthorized\)/);
    let principal = first;
    await page.addInitScript(
      `sessionStorage.getItem('headroom.credentials') ?? sessionStorage.setItem('headroom.credentials', 'bearer hr_old')`,
    );
    await page.route('**/whoami', (route) => route.fulfill({ json: principal }));
    await page.route('**/create-reservation', async (route) => {
      const isOld = (await route.request().headerValue('authorization')) === 'Bearer hr_old';
      if (!isOld) return route.continue();
      return route.fulfill({
        status: 401,
        json: { status: 401, code: 'unauthenticated', detail: 'Unknown.' },
      });
    });
    await console.open('reservations?zone=demo');
    await page.getByRole('button', { name: 'New reservation' }).click();
    await form().getByLabel('Name').fill(name);
    await form().getByLabel('Cores').fill('1');
    await form().getByRole('button', { name: 'Reserve', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    return async (other) => {
      principal = other;
      await page.keyboard.type('hr_new');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'hidden' });
    };
  }

  it('leaves the form as it was for the same view', async () => {
    const signInAs = await refusedForm('kept-form', RED);
    // Escape would close the form below.
    await console.page.keyboard.press('Escape');
    await signInAs({ ...RED, id: 'another key' });
    expect(await form().getByLabel('Name').inputValue()).toBe('kept-form');
    await form().getByRole('button', { name: 'Reserve', exact: true }).click();
    await console.reservation('kept-form', 'initialized|active');
  });

  it('leaves nothing for the view of another tenant', async () => {
    const signInAs = await refusedForm('of-red', RED);
    await signInAs({ ...RED, tenant: 'blue' });
    await console.page.getByText('consumer of blue').waitFor();
    expect(await form().count()).toBe(0);
  });

  // Regression: pressed again under another key, a change whose outcome was unknown was made twice, though the page had said it would not be.
  it('leaves nothing for another operator, who can not repeat a change', async () => {
    const signInAs = await refusedForm('of-one', { id: 'one', role: 'operator' });
    await signInAs({ id: 'other', role: 'operator' });
    await form().waitFor({ state: 'detached' });
  });
});

describeInBrowser('a page whose files are missing', () => {
  const console = consolePage();

  // Regression: it showed the words of the loader, or nothing at all, and after an upgrade not that the console is another one.
  it('says so, leaves the menu, and is loaded once it can be', async () => {
    const { page } = console;
    console.tolerate(/net::ERR_FAILED|The page could not be loaded/);
    await console.open('capacity?zone=demo');
    await page.getByRole('heading', { name: 'Capacity' }).first().waitFor();
    await page.route(/ReservationsPage/, (route) => route.abort());
    const menu = page.getByRole('link', { name: 'Reservations' });
    await menu.click();
    await page.getByText('The page could not be loaded').waitFor();
    await page.route('**/console/**', (route) => route.abort());
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await menu.click();
    await page.getByText('The page could not be loaded').waitFor();
    await page.unrouteAll();
    await again.click();
    await page.getByRole('button', { name: 'New reservation' }).waitFor();
  });
});

describeInBrowser('signing in', () => {
  const console = consolePage();

  /** The service, as far as it asks who somebody is. */
  async function asking(challenge: string): Promise<void> {
    const { page } = console;
    console.tolerate(/401 \(Unauthorized\)/);
    const refusal = { status: 401, code: 'credentials-missing', detail: 'Unknown.' };
    await page.route('**/whoami', (route) => {
      if (route.request().headers()['x-auth-token'] === 'gAAAA')
        return route.fulfill({ json: { id: 'u', role: 'operator' } });
      return route.fulfill({ status: 401, headers: { 'WWW-Authenticate': challenge }, json: refusal });
    });
    await page.route(
      ({ pathname }) => pathname === '/zones',
      (route) =>
        'x-auth-token' in route.request().headers()
          ? route.continue()
          : route.fulfill({ status: 401, json: refusal }),
    );
    const challenged = page.waitForResponse('**/whoami');
    await console.open('capacity');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await challenged;
  }

  it('with a token of Keystone is possible where the service takes it', async () => {
    const { page } = console;
    await asking('Bearer realm="headroom", Keystone uri="https://keystone.example/v3"');
    await page.getByText('Keystone token').click();
    await page.getByRole('textbox', { name: 'Keystone token' }).fill('gAAAA');
    await page.keyboard.press('Enter');
    await page.getByText('operator', { exact: true }).waitFor();
  });

  it('offers no token of Keystone where the service takes none', async () => {
    const { page } = console;
    await asking('Bearer realm="headroom"');
    await page.getByRole('textbox', { name: 'Key or token' }).waitFor();
    expect(await page.getByText('Keystone token').count()).toBe(0);
  });

  // Regression: the button turned for ever, and nothing was said.
  it('says that what answers is not the service', async () => {
    const { page } = console;
    await asking('Bearer realm="headroom"');
    await page.getByRole('textbox', { name: 'Key or token' }).fill('hr_any');
    await page.route('**/whoami', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the gateway</html>' }),
    );
    await page.keyboard.press('Enter');
    await page.getByText('What answers here is not the service').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
  });
});
