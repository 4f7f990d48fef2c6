import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('the console of a consumer', () => {
  const console = consolePage();

  it('says that the page of providers is not allowed, and requests none', async () => {
    const { page } = console;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(`sessionStorage.setItem('headroom.credentials', 'bearer hr_consumer')`);
    await page.route('**/whoami', (route) => route.fulfill({ json: { id: 'c', role: 'consumer' } }));
    await console.open('providers');
    await page.getByRole('heading', { name: 'Providers and pools', level: 1 }).waitFor();
    await page.getByText('You may not do this; ask an administrator for another role.').waitFor();
    expect(await page.getByText(/^Loading/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Register a provider' }).count()).toBe(0);
    expect(asked).not.toContain('/providers');
  });
});
