import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('the console of a consumer', () => {
  const console = consolePage();

  async function beConsumer(): Promise<void> {
    const { page } = console;
    await page.addInitScript(`sessionStorage.setItem('headroom.credentials', 'bearer hr_consumer')`);
    await page.route('**/whoami', (route) => route.fulfill({ json: { id: 'c', role: 'consumer' } }));
  }

  it('says that the page of providers is not allowed, and requests none', async () => {
    const { page } = console;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await beConsumer();
    await console.open('providers');
    await page.getByRole('heading', { name: 'Providers and pools', level: 1 }).waitFor();
    await page.getByText('You may not do this; ask an administrator for another role.').waitFor();
    expect(await page.getByText(/^Loading/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Register a provider' }).count()).toBe(0);
    expect(asked).not.toContain('/providers');
  });

  it('takes the provider out of the address that an operator shared, and offers no grouping by provider', async () => {
    const { page } = console;
    await beConsumer();
    await console.open('capacity?zone=default&provider=p-1');
    await page.waitForURL((url) => !url.search.includes('provider') && url.search.includes('zone=default'));
    await console.open('reservations?group=provider');
    await page.waitForURL((url) => !url.search.includes('provider'));
    await page.getByText('By tenant').waitFor();
    expect(await page.getByText('By provider').count()).toBe(0);
  });
});

describeInBrowser('the page of health while the database is away', () => {
  const console = consolePage();

  it('has no figure where the service has none', async () => {
    const { page } = console;
    await page.route('**/metrics', (route) =>
      route.fulfill({ contentType: 'text/plain', body: 'headroom_database_up 0\n' }),
    );
    await console.open('health');
    await page.getByRole('region', { name: 'Database' }).getByText('away').waitFor();
    for (const name of ['Reservations in conflict', 'Deliveries waiting', 'Failing receivers'])
      expect(await page.getByRole('region', { name }).innerText()).toContain('…');
  });
});
