import { consumer } from '../support/principals.js';
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

  // Regression: it said that the reservation is the first of all, although a consumer does not see those of other tenants.
  it('says of those of its tenant alone which is tried first', async () => {
    const { page, service } = console;
    const order = { zone: 'demo', capacity: { cores: 64 }, wait: true };
    await service.http.post('/create-reservation').send(order).expect(200);
    const blue = consumer('blue');
    const { body } = await service.http.post('/create-reservation').set(blue).send(order).expect(200);
    await beConsumer();
    await page.setExtraHTTPHeaders(blue);
    await console.open(`reservations?open=${body['reservation-id']}`);
    await page.getByText('Of those of your tenant that wait in zone demo, it is the first').waitFor();
  });

  // Regression: a consumer received only the names of zones, so its page noticed no change until it read everything again.
  it('shows what another client reserves', async () => {
    const { page, service } = console;
    const red = consumer('red');
    await beConsumer();
    await page.setExtraHTTPHeaders(red);
    const seen = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/zones');
    await console.open('reservations?zone=demo');
    await page.getByText('No reservation matches').waitFor();
    await seen;
    service.clock.advance(1);
    const order = { zone: 'demo', capacity: { cores: 1 } };
    await service.http.post('/create-reservation').set(red).send(order).expect(200);
    // Everything is read again after a minute; the ledger is compared every ten seconds.
    await page.getByText('1 in this window').waitFor({ timeout: 30_000 });
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
