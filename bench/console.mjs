// What the console is like to use – its first view, frames while one pans over 10,000 reservations, `npm start` of a fresh checkout –
// and what a hundred open pages cost everybody else.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../console/browser.mjs';
import { onDatabase, startPostgres } from './support/database.mjs';
import { loadReservations } from './support/live-reservations.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { onCopy } from './support/on-copy.mjs';
import { startService } from './support/processes.mjs';
import { figure, median, percent, progress, ratio, setting } from './support/report.mjs';
import { createRequests, DAY, HOUR, prepareZone, time, YEAR, ZONE } from './support/zone.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESERVATIONS = 10_000;
const CAPACITY = 4_000_000;
const VIEWPORT = { width: 1280, height: 860 };
const PAGES = 100;
/** Half of the pages that stay open show the first, the others the second. */
const WATCHED = ['capacity', 'reservations'];
const READERS = 64;
/** Per second: enough that each answer of the service differs from the last. */
const ADMISSIONS_WHILE_RECORDED = 50;
/** Of admissions and of what pages ask: a service compiles code when it first runs. */
const WARM_UP_SECONDS = 5;
/** Per round. A pair alone varies by several percent. */
const PAIRS = 4;
const PAN_STEPS = 240;
const PAN_PIXELS = 2;
const TIMEOUT_MS = 60_000;

/** Collects the times between frames until it is stopped. */
const RECORD_FRAMES = `
  window.frames60 = [];
  window.isRecording = true;
  (function next(before) {
    requestAnimationFrame((now) => {
      if (before !== undefined) window.frames60.push(now - before);
      if (window.isRecording) next(now);
    });
  })();`;

/** Notes what the page asks for: the browser's own record has no bodies. */
const RECORD_REQUESTS = `
  window.asked = [];
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const cacheControl = request.headers.get('Cache-Control');
    const body = method === 'GET' ? undefined : await request.clone().text();
    window.asked.push({ method, url, body, cacheControl });
    return send(request);
  };`;

export async function run(report) {
  const rounds = setting('BENCH_ROUNDS', 7);
  const seconds = setting('BENCH_SECONDS', 5);
  const postgres = await startPostgres();
  const browser = await launchBrowser();
  try {
    const url = await postgres.createDatabase('filled');
    const preparing = await startService(url);
    await prepareZone(preparing.port, CAPACITY);
    await preparing.stop();
    await onDatabase(url, async (client) => {
      await loadReservations(client, ZONE, RESERVATIONS);
      await client.query('vacuum analyze');
    });
    const asked = await onCopy(postgres, 'filled', async ({ port }) => {
      await firstViews(report, browser, port, rounds);
      await panning(report, browser, port, rounds);
      return requestsOfPages(browser, port);
    });
    await openPages(report, postgres, asked, { rounds, seconds });
  } finally {
    await browser.close();
    await postgres.stop();
  }
  await starts(report);
}

/** Each in a browser that has nothing of the page yet. */
async function firstViews(report, browser, port, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(`http://127.0.0.1:${port}/console/capacity?zone=${ZONE}`);
    await page.getByText('least free').first().waitFor();
    times.push(performance.now() - begun);
    await context.close();
  }
  const name = `the first view: capacity of a zone with ${RESERVATIONS.toLocaleString('en-US')} reservations`;
  report.table(
    'first-view',
    'From the address to the drawn figures, nothing of the page kept; milliseconds',
    ['', 'median', 'longest'],
    [[name, figure(median(times)), figure(Math.max(...times))]],
  );
  report.claim('first view of the console', {
    wanted: 1500,
    measured: median(times),
    most: true,
    unit: 'ms',
  });
}

async function panning(report, browser, port, rounds) {
  const frames = [];
  const begin = Math.floor(Date.now() / 1000);
  const window = `from=${time(begin)}&to=${time(begin + YEAR + 10 * DAY)}`;
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`http://127.0.0.1:${port}/console/reservations?zone=${ZONE}&${window}`);
  await page.getByText(`${RESERVATIONS.toLocaleString('en-US')} in this window`).waitFor();
  const { x, y, width } = await page.getByTestId('gantt').boundingBox();
  for (let round = 0; round < rounds; round++) {
    await page.mouse.move(x + width / 2, y + 100);
    await page.mouse.down();
    await page.evaluate(RECORD_FRAMES);
    const sign = round % 2 === 0 ? 1 : -1;
    for (let step = 1; step <= PAN_STEPS; step++) {
      await page.mouse.move(x + width / 2 + (sign * step * PAN_PIXELS) / 2, y + 100);
    }
    frames.push(...(await page.evaluate('window.isRecording = false, window.frames60')));
    await page.mouse.up();
    await page.getByText(/in this window/).waitFor();
  }
  await page.close();
  frames.sort((a, b) => a - b);
  const at = (share) => frames[Math.floor(frames.length * share)];
  report.table(
    'frames',
    'Milliseconds between frames while the window is dragged over all of them',
    ['', 'frames', 'p50', 'p95', 'p99'],
    [['10,000 bars, a year', String(frames.length), ...[0.5, 0.95, 0.99].map((share) => figure(at(share)))]],
  );
  report.claim('time between frames while panning, median', {
    wanted: 16.8,
    measured: at(0.5),
    most: true,
    unit: 'ms',
  });
}

/** Admissions with and without the requests of a hundred pages that show this zone, in turns. */
async function openPages(report, postgres, asked, { rounds, seconds }) {
  progress(`a page asks ${figure(asked.rate)} times a second`);
  const [admissions, readers] = [new LoadGenerator(), new LoadGenerator()];
  const shares = [];
  const answered = [];
  const rates = { without: [], with: [] };
  const measureSide = async (side, port) => {
    const reading = side === 'with' ? read(readers, port, asked, seconds) : undefined;
    const { rate } = await admissions.run(admitting(port, seconds));
    const outcome = await reading;
    if (outcome) answered.push(outcome.counts.ok / outcome.count);
    rates[side].push(rate);
    return rate;
  };
  const measurePair = async (pair, port) => {
    const measured = {};
    for (const side of pair % 2 === 0 ? ['with', 'without'] : ['without', 'with'])
      measured[side] = await measureSide(side, port);
    return measured.with / measured.without;
  };
  try {
    for (let round = 1; round <= rounds; round++) {
      await onCopy(postgres, 'filled', async ({ port }) => {
        const warming = read(readers, port, asked, WARM_UP_SECONDS);
        await admissions.run(admitting(port, WARM_UP_SECONDS));
        await warming;
        for (let pair = 1; pair <= PAIRS; pair++) shares.push(await measurePair(pair, port));
      });
      progress(`round ${round}: ${shares.slice(-PAIRS).map(ratio).join(', ')}`);
    }
    report.table(
      'open-pages',
      `create-reservation, 64 connections, while ${PAGES} pages show the zone: ${figure(asked.rate * PAGES)} requests a second`,
      ['', 'admitted per second', 'answered to the pages'],
      [
        ['no page', figure(median(rates.without)), '–'],
        [`${PAGES} pages`, figure(median(rates.with)), percent(median(answered))],
      ],
    );
    report.claim(`admissions beside ${PAGES} open pages`, { wanted: 0.95, measured: median(shares) });
  } finally {
    admissions.stop();
    readers.stop();
  }
}

function admitting(port, seconds) {
  return { port, requests: createRequests(HOUR), connections: 64, seconds };
}

/** Requests of pages that have been open for a while, as the ledger of the zone moves; `rate` is of one page. */
async function requestsOfPages(browser, port) {
  const admissions = new LoadGenerator();
  const load = (seconds) =>
    admissions.run({ ...admitting(port, seconds), connections: 4, rate: ADMISSIONS_WHILE_RECORDED });
  const pages = [];
  for (const path of WATCHED) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(RECORD_REQUESTS);
    await page.goto(`http://127.0.0.1:${port}/console/${path}?zone=${ZONE}`);
    await page.waitForLoadState('networkidle');
    pages.push(page);
  }
  // A page that was just opened refreshes more often.
  await load(setting('BENCH_SETTLED', 75));
  for (const page of pages) await page.evaluate('window.asked.length = 0');
  const begun = performance.now();
  await load(setting('BENCH_RECORDED', 60));
  const elapsed = (performance.now() - begun) / 1000;
  admissions.stop();
  const asked = (await Promise.all(pages.map((page) => page.evaluate('window.asked')))).flat();
  await Promise.all(pages.map((page) => page.close()));
  return { requests: asked.map(onTheWire), rate: asked.length / elapsed / pages.length };
}

function onTheWire({ method, url, body, cacheControl }) {
  const { pathname, search } = new URL(url);
  const request = rendered(method, pathname + search, body && JSON.parse(body));
  return cacheControl ? request.replace('\r\n', `\r\nCache-Control: ${cacheControl}\r\n`) : request;
}

function read(readers, port, { requests, rate }, seconds) {
  // Under load the service refuses some of the long lists, which a page asks for again later.
  const labels = { ok: 'HTTP/1.1 20', busy: 'HTTP/1.1 503' };
  const allowed = ['ok', 'busy'];
  return readers.run({ port, requests, labels, allowed, rate: rate * PAGES, connections: READERS, seconds });
}

/** A checkout with its packages and nothing built, as `npm ci` leaves it. */
async function starts(report) {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-bench-checkout-'));
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, directory]);
    for (const modules of [
      'node_modules',
      'client/node_modules',
      'cli/node_modules',
      'console/node_modules',
    ]) {
      if (existsSync(join(ROOT, modules)))
        cpSync(join(ROOT, modules), join(directory, modules), { recursive: true, verbatimSymlinks: true });
    }
    rmSync(join(directory, 'node_modules', '.cache'), { recursive: true, force: true });
    await pause(2_000);
    const first = await secondsToReady(directory);
    const later = await secondsToReady(directory);
    report.table(
      'npm-start',
      '`npm start` until the service listens; with the build, an embedded PostgreSQL and the demo',
      ['', 'seconds'],
      [
        ['fresh checkout', figure(first)],
        ['again, nothing changed', figure(later)],
      ],
    );
    report.claim('`npm start` of a fresh checkout', { wanted: 20, measured: first, most: true, unit: 's' });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function secondsToReady(directory) {
  const begun = performance.now();
  const env = { ...process.env, PORT: '0', NODE_ENV: undefined };
  const child = spawn('npm', ['start'], {
    cwd: directory,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    return await Promise.race([
      new Promise((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (text) => {
          if (/listening at/.test(text)) resolve((performance.now() - begun) / 1000);
        });
      }),
      ended.then(() => Promise.reject(new Error('npm start ended'))),
      pause(TIMEOUT_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('npm start took too long')),
      ),
    ]);
  } finally {
    process.kill(-child.pid, 'SIGTERM');
    await ended.catch(() => undefined);
  }
}
