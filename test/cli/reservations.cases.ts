import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { timeText } from '../../cli/src/times.js';
import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';
import { proxyOf } from './proxies.js';

async function zoneOf(capacity: Record<string, number>): Promise<string> {
  const zone = newZone();
  await service.provider(capacity, { zone });
  return zone;
}

const at = (seconds: number): string => new Date((service.clock.now() + seconds) * 1000).toISOString();
const DAY = 86_400;

describe('headroom reserve', () => {
  it('gives the id in a pipe, and what was reserved on a terminal', async () => {
    const zone = await zoneOf({ cores: 8, ram: 65_536 });
    const args = ['reserve', '-z', zone, '--start', '+1d', '--for', '3d', '--cores', '2', '--ram', '16G'];
    const piped = await headroom([...args, '--name', 'ci', '--label', 'team=blue']);
    expect(piped).toMatchObject({ status: 0, stderr: '', json: { result: 'ok' } });

    const shown = await headroom(args, { columns: 100 });
    const [start, end] = [DAY, 4 * DAY].map((offset) => timeText(at(offset)));
    expect(shown.stdout).toMatch(/^reserved cores=2 ram=16384 from \S+ to \S+\n[0-9a-f-]{36}\n$/);
    expect(shown.stdout).toContain(`from ${start} to ${end}`);

    const { json } = await headroom(['show', piped.json['reservation-id']]);
    expect(json).toMatchObject({ name: 'ci', labels: { team: 'blue' }, capacity: { cores: 2, ram: 16_384 } });
  });

  it('protects an element without an amount', async () => {
    const { provider } = await service.provider({ cores: 8 }, { zone: newZone() });
    const shown = await headroom(['reserve', '--for', '1h', '--element', provider], { columns: 100 });
    expect(shown.stdout).toMatch(/^reserved its elements from now to \S+\n[0-9a-f-]{36}\n$/);
  });

  it('ends with 3 in a conflict, with the offer on stderr: in words, or as JSON for a program', async () => {
    const zone = await zoneOf({ cores: 8 });
    await headroom(['reserve', '-z', zone, '--for', '1d', '--cores', '6']);
    const args = ['reserve', '-z', zone, '--for', '1h', '--cores', '4'];
    const shown = await headroom(args, { columns: 100 });
    expect(shown).toMatchObject({ status: 3, stdout: '' });
    expect(shown.stderr).toContain('headroom: requested cores=4 exceeds available 2');
    expect(shown.stderr).toContain('  fits now:    cores=2\n');
    const [, start, end] = /next window: --start (\S+) --end (\S+)\n/.exec(shown.stderr) ?? [];
    const piped = await headroom(args);
    expect(piped).toMatchObject({ status: 3, stdout: '' });
    expect(JSON.parse(piped.stderr)).toMatchObject({
      result: 'conflict',
      offer: { nextWindow: { start, end } },
    });
    const taken = await headroom(['reserve', '-z', zone, '--start', start, '--end', end, '--cores', '4']);
    expect(taken.status).toBe(0);
  });

  it.each([
    [['reserve'], /name at least one amount/],
    [['reserve', '--cores', 'many'], /cores is a whole number/],
    [['reserve', '--cores', '1', '--start', 'tomorow 9:00'], /'tomorow 9:00' is not a time/],
    [['reserve', '--cores', '1', '--end', '+1d', '--for', '1d'], /--end and --for exclude each other/],
    [['reserv'], /Did you mean reserve\?/],
    [['capacity', '--from', '+2d', '--to', '-1d'], /is not after/],
    // Regression: each took the last of two, and a part of a step counted from now.
    [['reserve', '--cores', '1', '--amount', 'cores=2'], /cores has two amounts/],
    [['reserve', '--amount', 'gpus=1', '--amount', 'gpus=2'], /gpus has an amount already/],
    [['reserve', '--cores', '1', '--label', 'a=', '--label', 'a=2'], /a has a value already/],
    [['listen', 'reservations', '--poll', '--port', '5000'], /'--poll' cannot be used with option '--port/],
    [['report', 'usage', '--csv', '--json'], /--csv and --json exclude each other/],
    [['capacity', '--class', 'constructor'], /no constructor here/],
    [['extend', 'x', '2d'], /'2d' is a duration: write it like '\+2d'/],
    // Regression: it showed the list of all as one record.
    [['show', ''], /'' is no argument/],
    [['cancel', 'a', '..'], /'..' is no argument/],
    [['--url', 'http://127.0.0.1:1/?token=abc', 'capacity'], /without user, query or fragment/],
    [['find', '--for', '1d', '--container', 'cores=1,cores=2'], /written as cores=4/],
    [['reserve', '--cores', '1', '--start', '+1d', '--end', '+1.5d'], /'1.5d' is not a duration/],
    [['reservations', '--limit', '0'], /--limit <n>' argument '0' is invalid/],
    [['--profile', 'nobody', 'capacity'], /there is no profile 'nobody'/],
    [['--url', 'localhost', 'capacity'], /is not the address of a service/],
  ])('%j is a mistake of usage', async (args, message) => {
    expect(await headroom(args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  it('does not show the password of an address', async () => {
    const { status, stderr } = await headroom(['--url', 'http://user:sekret@127.0.0.1:1', 'capacity']);
    expect([status, stderr]).toEqual([2, expect.not.stringContaining('sekret')]);
  });

  // `Number` takes the first three for 0, 5 and 16.
  it.each(['', ' 5', '0x10', '1e3', '-1', 'five'])('the number %j is a mistake of usage', async (text) => {
    for (const [option, ...command] of [
      ['--limit', 'reservations'],
      ['--limit', 'find', '--for', '1h', '--cores', '1'],
      ['--limit', 'report', 'idle'],
      ['--threshold', 'report', 'idle'],
      ['--port', 'listen', 'reservations'],
      ['--cores', 'reserve'],
      ['--ram', 'reserve'],
    ]) {
      expect(await headroom([...command, `${option}=${text}`])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`error: option '${option} <`),
      });
    }
  });

  it('ends with 4 when the service refuses it, and with 5 when there is no answer', async () => {
    expect(await headroom(['cancel', 'nothing'], { columns: 80 })).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('no reservation found'),
    });
    expect(await headroom(['show', '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11'])).toMatchObject({ status: 4 });
    const nowhere = await headroom(['--url', 'http://127.0.0.1:1', 'capacity'], { columns: 80 });
    expect(nowhere).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('no answer from http://127.0.0.1:1'),
    });
  });
});

describe('headroom reserve --dry-run', () => {
  it('says how it would end, and reserves nothing', async () => {
    const zone = await zoneOf({ cores: 8 });
    const args = ['reserve', '-z', zone, '--for', '1d', '--dry-run'];
    expect((await headroom([...args, '--cores', '6'])).json).toMatchObject({
      'dry-run': true,
      placement: { zone },
    });
    expect(await headroom([...args, '--cores', '9'])).toMatchObject({ status: 3 });
    expect((await headroom(['reservations', '-z', zone])).json).toEqual([]);
  });

  // Regression: a tenant's label could have an operator cancel the reservation of another one.
  it('gives the ids that the documented helper reads, and not those in labels', async () => {
    const zone = await zoneOf({ cores: 8 });
    const args = ['reserve', '-z', zone, '--cores', '1', '--label', 'reservationId=of-another'];
    const id = (await headroom(args)).json['reservation-id'];
    const { stdout } = await headroom(['reservations', '-z', zone]);
    const [helper] = /^ids\(\) .*$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [''];
    const ids = execFileSync('sh', ['-c', `${helper}; ids reservationId`], { input: stdout });
    expect([stdout.includes('of-another'), ids.toString()]).toEqual([true, `${id}\n`]);
  });
});

describe('headroom extend and cancel', () => {
  it('change the end by a step or to a time, and the amounts', async () => {
    const zone = await zoneOf({ cores: 8 });
    const args = ['reserve', '-z', zone, '--start', '+1d', '--for', '1d', '--cores', '2'];
    const id = (await headroom(args)).json['reservation-id'];
    const read = async () => (await headroom(['show', id])).json;

    expect(await headroom(['extend', id, '+2d'])).toMatchObject({ status: 0 });
    expect(Date.parse((await read()).end)).toBe(Date.parse(at(4 * DAY)));
    expect(await headroom(['extend', id, '-12h', '--cores', '3'])).toMatchObject({ status: 0 });
    expect(Date.parse((await read()).end)).toBe(Date.parse(at(3.5 * DAY)));
    expect(await headroom(['extend', '-6h', id, '--cores', '4'])).toMatchObject({ status: 0 });
    expect(Date.parse((await read()).end)).toBe(Date.parse(at(3.25 * DAY)));
    expect((await headroom(['extend', id, '-2x'])).stderr).toContain("unknown option '-2x'");
    expect(await headroom(['extend', id, '--cores', '5'])).toMatchObject({ status: 0 });
    expect(await headroom(['extend', id, 'open'])).toMatchObject({ status: 0 });
    expect(await read()).toMatchObject({ capacity: { cores: 5 } });
    expect((await read()).end).toBeUndefined();
    expect(await headroom(['extend', id, '+1d'])).toMatchObject({ status: 2 });
    expect(await headroom(['extend', id])).toMatchObject({ status: 2 });

    const cancelled = await headroom(['cancel', id], { columns: 80 });
    expect(cancelled).toMatchObject({ status: 0, stdout: `cancelled ${id}\n` });
    expect(await read()).toMatchObject({ state: 'terminated' });
  });
});

describe('headroom reservations', () => {
  it('lists those that its filters leave, as a table on a terminal', async () => {
    const zone = await zoneOf({ cores: 8 });
    for (const name of ['one', 'two']) {
      await headroom(['reserve', '-z', zone, '--cores', '2', '--name', name, '--label', `name=${name}`]);
    }
    const labelled = async (...labels: string[]) =>
      (await headroom(['reservations', '-z', zone, ...labels.flatMap((label) => ['--label', label])])).json;
    const json = await labelled('name:two');
    expect(await labelled('name=two')).toEqual(json);
    expect(await labelled('name', 'name=two')).toEqual(json);
    expect(json.map((found: any) => found.name)).toEqual(['two']);

    const { stdout } = await headroom(['reservations', '-z', zone], { columns: 120 });
    const [titles, first] = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect(titles).toEqual(['ID', 'NAME', 'ZONE', 'KIND', 'STATE', 'START', 'END', 'CAPACITY', 'LABELS']);
    expect(first.slice(1)).toEqual([
      'one',
      zone,
      'compute',
      'active',
      timeText(at(0)),
      'open',
      'cores=2',
      'name=one',
    ]);

    const cut = await headroom(['reservations', '-z', zone, '--limit', '1']);
    expect(cut.json).toHaveLength(1);
    expect(cut.stderr).toContain('more than 1');
  });

  it('are printed again when they change, until Ctrl-C', async () => {
    const zone = await zoneOf({ cores: 8 });
    const interrupted = new AbortController();
    let lines = 0;
    const watching = headroom(['reservations', '-z', zone, '--watch'], {
      signal: interrupted.signal,
      onOutput: (stdout) => {
        lines = stdout.split('\n').length - 1;
        if (lines === 1) void headroom(['reserve', '-z', zone, '--cores', '1', '--name', 'late']);
        if (lines === 2) interrupted.abort();
      },
    });
    const { status, stdout } = await watching;
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).map((found: any) => found.name)),
    ).toEqual([[], ['late']]);
  });

  it('note that there are more once for each print, not at each poll', async () => {
    const zone = await zoneOf({ cores: 8 });
    for (const name of ['one', 'two'])
      await headroom(['reserve', '-z', zone, '--cores', '1', '--name', name]);
    const interrupted = new AbortController();
    let polls = 0;
    const url = await proxyOf((response, status, body) => {
      if (++polls === 3) interrupted.abort();
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    const args = ['--url', url, 'reservations', '-z', zone, '--limit', '1', '--watch'];
    const { stdout, stderr } = await headroom(args, { signal: interrupted.signal });
    expect([stdout.match(/"one"/g), stderr.match(/more than 1/g)]).toEqual([['"one"'], ['more than 1']]);
  });
});
