import { consolePage, describeInBrowser } from './console-page.js';

describeInBrowser('a class of the operator in the console', () => {
  const console = consolePage({ CUSTOM_CLASSES: 'gpus' });

  it('can be declared, reserved and watched', async () => {
    const { page } = console;
    await console.service.provider({ cores: 8 }, { zone: 'racks' });
    const drawer = (name: string) => page.getByRole('dialog', { name, exact: true });

    await console.open('providers?zone=racks');
    await page.getByRole('button', { name: /^Manage/ }).click();
    const declare = page.getByRole('dialog');
    await declare.getByText('Add', { exact: true }).click();
    await declare.getByRole('button', { name: 'More classes' }).click();
    await declare.getByLabel('Another class').fill('gpus');
    await declare.getByLabel('Another class').press('Enter');
    await declare.getByLabel('gpus').fill('4');
    await declare.getByRole('button', { name: 'Add', exact: true }).click();
    await declare.getByText('capacity increase successful').waitFor();

    await console.open('reservations?zone=racks');
    await page.getByRole('button', { name: 'New reservation' }).click();
    const form = drawer('New reservation');
    await form.getByLabel('Name').fill('trained');
    await form.getByRole('button', { name: 'More classes' }).click();
    await form.getByLabel('gpus').fill('1');
    await form.getByRole('button', { name: 'Reserve', exact: true }).click();
    await drawer('Reservation').getByText('trained').waitFor();

    await console.open('subscriptions');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await drawer('Subscribe').getByRole('combobox', { name: 'Tell me of' }).click();
    await page.getByRole('option', { name: 'gpus' }).click();
    await drawer('Subscribe').getByRole('button', { name: 'Subscribe' }).click();
    await drawer('Signing secret').waitFor();
  });
});
