// Takes the pictures of the README, of the console and of the command line, from a running service that holds the demo:
// npm run console:screenshots -- http://127.0.0.1:3000
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';

const DOCS = join(import.meta.dirname, '..', 'docs');
const service = process.argv[2] ?? 'http://127.0.0.1:3000';

const PICTURES = [
  { name: 'console-capacity', path: 'capacity?zone=demo', colorScheme: 'light' },
  { name: 'console-reservations', path: 'reservations?zone=demo', colorScheme: 'dark' },
];

const COMMAND_LINE = join(import.meta.dirname, '..', 'cli', 'bin', 'headroom.js');
const COMMANDS = [
  "reserve -z demo --start 'tomorrow 9:00' --for 3d --cores 100",
  'capacity -z demo -c cores --to +35d',
];

/** What a command prints on a terminal; `script` is one. */
function printed(command) {
  const env = { ...process.env, HEADROOM_URL: service, COLUMNS: '110' };
  const { stdout } = spawnSync('script', ['-qec', `node ${COMMAND_LINE} ${command}`, '/dev/null'], {
    env,
    encoding: 'utf8',
  });
  return `<b>$ npx headroom ${command}</b>\n${stdout.replaceAll('\r', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`;
}

const TERMINAL = `<style>
  body { margin: 0; background: #1a1b1e; color: #c9c9c9 }
  pre { display: inline-block; margin: 0; padding: 20px 24px; font: 14px/1.16 'DejaVu Sans Mono', monospace }
  b { color: #fff }
</style>`;

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
const terminal = await browser.newPage({ viewport: { width: 1200, height: 760 } });
await terminal.setContent(`${TERMINAL}<pre>${COMMANDS.map(printed).join('\n')}</pre>`);
await terminal.locator('pre').screenshot({ path: join(DOCS, 'command-line.png') });
await browser.close();
