import { eventually } from '../support/eventually.js';
import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('a provider in the console', () => {
  const console = consolePage();

  it('shows the quota of its platform, and why its last discovery failed', async () => {
    const { page, service } = console;
    await service.provider({ cores: 8 }, { zone: 'racks' });
    await service.dataSource.query(
      `update providers set limits = '{"cores": 12}', last_error = 'the platform does not answer' where zone_id = 'racks'`,
    );
    await console.open('providers?zone=racks');
    await page.getByRole('row', { name: 'Cores 8 12 –' }).waitFor();
    await page.getByText('the platform does not answer').waitFor();
  });

  it('is called by the host of its endpoint, also by one of IPv6', async () => {
    const { page, service } = console;
    await service.provider({}, { zone: 'six', region: 'here', endpoint: 'http://[2001:db8::5]:5000/v3' });
    await console.open('providers?zone=six');
    await page.getByRole('heading', { name: '[2001:db8::5] (here)', exact: true }).waitFor();
  });

  it('gets its first capacity from now on, without an end', async () => {
    const { page, service } = console;
    await service.provider({}, { zone: 'empty' });
    await console.open('providers?zone=empty');
    await page.getByRole('button', { name: /^Manage/ }).click();
    await page.getByLabel('Cores').fill('4');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('capacity increase successful').waitFor();
    const { body } = await service.http.get('/pools?zone=empty').expect(200);
    expect(body.items).toEqual([expect.objectContaining({ capacity: { cores: 4 } })]);
    expect(body.items[0]).not.toHaveProperty('end');
    expect(Date.parse(body.items[0].start)).toBeLessThanOrEqual(Date.now());
  });

  it('is withdrawn after it is shown what that displaces, and not by a double click', async () => {
    const { page, service } = console;
    await service.provider({ cores: 8 }, { zone: 'storm' });
    await service.operation('create-reservation', { zone: 'storm', name: 'at-risk', capacity: { cores: 4 } });
    await console.open('providers?zone=storm');
    await page.getByRole('button', { name: /^Manage/ }).click();
    await page.getByRole('tab', { name: 'Service' }).click();
    await page.getByRole('button', { name: 'Withdraw…' }).dblclick();
    await page.getByText('1 reservation would lose their capacity').waitFor();
    await page.getByRole('link', { name: 'at-risk' }).waitFor();
    await console.reservation('at-risk', 'initialized|active');
    await page.getByRole('button', { name: 'Yes, withdraw' }).click();
    await page.getByText('All capacity is withdrawn').waitFor();
    await console.reservation('at-risk', 'conflict');
  });

  it('forgets the password and the refusal when its form is closed', async () => {
    const { page } = console;
    console.tolerate(/400 \(Bad Request\)/);
    await console.open('providers');
    await page.getByRole('button', { name: 'Register a provider' }).click();
    const form = page.getByRole('dialog', { name: 'Register a provider' });
    await form.getByLabel('Endpoint').fill('ftp://cloud.example');
    await form.getByLabel('User name').fill('operator');
    await form.locator('input[type=password]').fill('secret');
    await form.getByRole('button', { name: 'Register', exact: true }).click();
    await form.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Register a provider' }).click();
    expect(await form.getByLabel('User name').inputValue()).toBe('operator');
    expect(await form.locator('input[type=password]').inputValue()).toBe('');
    expect(await form.getByRole('alert').count()).toBe(0);
  });

  it('has the window of its declaration drawn, also after the chart was moved elsewhere', async () => {
    const { page, service } = console;
    await service.provider({ cores: 8 }, { zone: 'plans' });
    // The browser does not tell the bodies of requests. What has passed is asked in a query of its own.
    const windows: Record<'start' | 'end', string>[] = [];
    await page.exposeFunction('noteQuery', (body: string) =>
      windows.push((JSON.parse(body) as { window: Record<'start' | 'end', string> }).window),
    );
    await page.addInitScript(`
      const send = window.fetch;
      window.fetch = async (request, ...rest) => {
        if (request.url?.endsWith('/query-capacity')) await window.noteQuery(await request.clone().text());
        return send(request, ...rest);
      };`);
    const drawn = (isWanted: (window: Record<'start' | 'end', string>) => boolean) =>
      eventually(() => Promise.resolve(expect(windows.filter(isWanted)).not.toEqual([])));
    await console.open('providers?zone=plans');
    await page.getByRole('button', { name: /^Manage/ }).click();
    await page.getByLabel('Cores', { exact: true }).fill('4');
    const now = new Date().toISOString();
    await drawn(({ end }) => end > now);
    const last = windows
      .map(({ end }) => end)
      .sort()
      .at(-1) as string;
    await page.getByRole('group', { name: 'Cores over time' }).press('Shift+ArrowRight');
    await drawn(({ end }) => end > last);
    await page.getByRole('textbox', { name: 'Until' }).fill('2090-01-03T00:00');
    await page.getByRole('textbox', { name: 'From' }).fill('2090-01-02T00:00');
    const planned = new Date('2090-01-01T12:00').toISOString().slice(0, 19);
    await drawn(({ start }) => start.startsWith(planned));
  });
});
