import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTelling } from '../notifications/telling.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const config = mkdtempSync(join(tmpdir(), 'headroom-cli-'));
let service: RunningService;
beforeAll(async () => {
  service = await startTelling();
});
afterAll(async () => {
  rmSync(config, { recursive: true });
  await service.stop();
});

/** Starts the built command line as a process of its own. */
function start(...args: string[]) {
  return startWith({}, ...args);
}

function startWith(more: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { PATH: process.env.PATH, HEADROOM_URL: service.baseUrl, XDG_CONFIG_HOME: config, ...more };
  const written = { stdout: '', stderr: '' };
  let finish: (ended: Ended) => void;
  const ended = new Promise<Ended>((resolve) => (finish = resolve));
  const child = execFile(process.execPath, ['cli/bin/headroom.js', ...args], { env });
  child.stdin?.end();
  child.stdout?.on('data', (chunk: string) => (written.stdout += chunk));
  child.stderr?.on('data', (chunk: string) => (written.stderr += chunk));
  child.once('close', (status) => finish({ status: status ?? -1, ...written }));
  return { child, written, ended };
}

const headroom = (...args: string[]): Promise<Ended> => start(...args).ended;

describe('the program headroom', () => {
  // Regression: it was moved by an hour, without a word.
  it('refuses a local time that the clocks leave out', async () => {
    const reserve = ['reserve', '--dry-run', '--cores', '1', '--for', '1h', '--start'];
    const inNewYork = startWith({ TZ: 'America/New_York' }, ...reserve, '2032-03-14 02:30');
    const inWords = startWith({ TZ: 'America/New_York' }, ...reserve, '14 march 2032 2:30');
    for (const ended of [await inNewYork.ended, await inWords.ended])
      expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining('does not exist') });
  });

  it('goes from a reservation to its refusal, the offer, and the end', async () => {
    await service.provider({ cores: 8 }, { zone: 'program' });
    const reserve = ['reserve', '-z', 'program', '--for', '1h', '--cores'];
    const first = await headroom(...reserve, '6');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const refused = await headroom(...reserve, '4');
    expect(refused).toMatchObject({ status: 3, stdout: '' });
    const { offer } = JSON.parse(refused.stderr);
    const { start: from, end: to } = offer.nextWindow;
    const taken = await headroom('reserve', '-z', 'program', '--start', from, '--end', to, '--cores', '4');
    expect(taken.status).toBe(0);
    const id = JSON.parse(first.stdout)['reservation-id'];
    expect(await headroom('cancel', id)).toMatchObject({ status: 0 });
    expect(await headroom('cancel', id)).toMatchObject({ status: 4 });
    expect(await headroom('nonsense')).toMatchObject({ status: 2 });
  });

  it('keeps its exit status if nothing reads its messages, and says so if its output is lost', async () => {
    const inShell = (line: string): Promise<Ended> =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH, HEADROOM_URL: service.baseUrl, XDG_CONFIG_HOME: config };
        const child = execFile('bash', ['-c', line], { env }, (_error, stdout, stderr) =>
          resolve({ status: child.exitCode ?? -1, stdout, stderr }),
        );
      });
    const command = 'node cli/bin/headroom.js';
    const unread = await inShell(`set -o pipefail; ${command} show none 2>&1 | true`);
    expect(unread.status).toBe(4);
    const lost = await inShell(`${command} reservations >/dev/full`);
    expect(lost.status).toBe(5);
    expect(lost.stderr).toContain("headroom: the output can't be written: ENOSPC\n");
    expect(lost.stderr).not.toContain('It may have been done');
    // Regression: the reservation was there, and nothing named it.
    const reserved = await inShell(`${command} reserve -z program --cores 1 >/dev/full`);
    expect([reserved.status, reserved.stderr]).toEqual([
      5,
      expect.stringMatching(
        /ENOSPC\n.*It may have been done. Repeat the command with --idempotency-key cli-/,
      ),
    ]);
  });

  it('listens until Ctrl-C', async () => {
    const listening = start('listen', 'reservations');
    await eventually(() => Promise.resolve(expect(listening.written.stderr).toContain('listening at')));
    await headroom('reserve', '-z', 'program', '--start', '+2d', '--cores', '1');
    await eventually(() =>
      Promise.resolve(expect(listening.written.stdout).toContain('Reservation created')),
    );
    listening.child.kill('SIGINT');
    expect(await listening.ended).toMatchObject({ status: 0 });
    expect((await service.http.get('/subscriptions')).body.items).toEqual([]);
  });

  it('ends its subscription when the reader of its output goes', async () => {
    const listening = start('listen', 'reservations');
    await eventually(() => Promise.resolve(expect(listening.written.stderr).toContain('listening at')));
    listening.child.stdout?.destroy();
    await headroom('reserve', '-z', 'program', '--start', '+3d', '--cores', '1');
    expect(await listening.ended).toMatchObject({ status: 0 });
    expect((await service.http.get('/subscriptions')).body.items).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends with %s at a service that hangs', async (name, status) => {
    const hanging = createServer(() => reserving.child.kill(name)).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const reserving = start('--url', url, 'reserve', '--cores', '1');
    expect(await reserving.ended).toMatchObject({ status, stdout: '' });
    hanging.close();
  });

  it('completes commands and options in bash', async () => {
    const script = (await headroom('completion', 'bash')).stdout;
    const complete = (...words: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const line = words.map((word) => `'${word}'`).join(' ');
        const use = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _headroom; echo "\${COMPREPLY[@]}"`;
        execFile('bash', ['-c', use], (error, stdout) =>
          error ? reject(new Error(error.message)) : resolve(stdout.trim()),
        );
      });
    expect(await complete('headroom', 'res')).toBe('reserve reservations');
    expect(await complete('headroom', 'providers', 'd')).toBe('discover');
    expect(await complete('headroom', 'reserve', '--cores', '4', '--ra')).toBe('--ram');
    expect((await headroom('completion', 'zsh')).stdout).toContain('bashcompinit');
  });
});
