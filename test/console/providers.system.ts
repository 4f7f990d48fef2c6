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
});
