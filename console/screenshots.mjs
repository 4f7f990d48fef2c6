// Takes the pictures of the README from a running service that holds the demo: npm run console:screenshots -- http://127.0.0.1:3000
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';

const DOCS = join(import.meta.dirname, '..', 'docs');
const service = process.argv[2] ?? 'http://127.0.0.1:3000';

const PICTURES = [
  { name: 'console-capacity', path: 'capacity?zone=demo', colorScheme: 'light' },
  { name: 'console-reservations', path: 'reservations?zone=demo', colorScheme: 'dark' },
];

const browser = await launchBrowser();
for (const { name, path, colorScheme } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme });
  await page.goto(`${service}/console/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(DOCS, `${name}.png`) });
  await page.close();
}
await browser.close();
