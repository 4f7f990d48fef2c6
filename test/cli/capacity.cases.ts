import { timeText } from '../../cli/src/times.js';
import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';
import { serverAt } from './proxies.js';

const DAY = 86_400;
const at = (seconds: number): string => new Date((service.clock.now() + seconds) * 1000).toISOString();

async function halfReserved(): Promise<string> {
  const zone = newZone();
  await service.provider({ cores: 16, ram: 4096 }, { zone });
  const args = ['reserve', '-z', zone, '--start', '+2d', '--for', '2d', '--cores', '12'];
  expect(await headroom(args)).toMatchObject({ status: 0 });
  return zone;
}

describe('headroom capacity', () => {
  it('draws a chart', async () => {
    const zone = await halfReserved();
    const args = ['capacity', '-z', zone, '-c', 'cores', '--to', '+8d'];
    const { stdout } = await headroom(args, { columns: 45 });
    const [from, to] = [2 * DAY, 4 * DAY].map((offset) => timeText(at(offset)));
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(`cores in ${zone}: at least 4 of 16 available (from ${from} to ${to})`);
    const [free, taken] = ['█'.repeat(10), '░'.repeat(10)];
    const [above, below] = [`${free}${taken}${free}${free}`, free.repeat(4)];
    expect(lines.slice(1, 9)).toEqual([
      `16 ┤${above}`,
      ...Array(5).fill(`   │${above}`),
      ...Array(2).fill(`   │${below}`),
    ]);
    expect(lines.at(-2)).toBe('█ available  ░ reserved or allocated');
  });

  it('gives the figures of each class in a pipe, and as a table', async () => {
    const zone = await halfReserved();
    const { json } = await headroom(['capacity', '-z', zone, '--to', '+8d']);
    expect(json.classes.ram).toEqual([expect.objectContaining({ total: 4096, available: 4096 })]);
    expect(json.classes.cores.map((step: any) => [step.reserved, step.available])).toEqual([
      [0, 16],
      [12, 4],
      [0, 16],
    ]);
    const { stdout } = await headroom(['capacity', '-z', zone, '-c', 'cores', '--steps'], { columns: 80 });
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'cores',
      expect.stringMatching(/^FROM +TOTAL {2}RESERVED {2}ALLOCATED {2}AVAILABLE$/),
    ]);
  });

  it('says which classes there are, and that a zone is not known', async () => {
    const zone = await halfReserved();
    expect(await headroom(['capacity', '-z', zone, '-c', 'gpus'])).toMatchObject({
      status: 2,
      stderr: 'headroom: no gpus here; there are: cores, ram\n',
    });
    expect(await headroom(['capacity', '-z', 'nowhere'])).toMatchObject({ status: 4 });
  });
});

describe('headroom find', () => {
  it('gives the earliest windows in which it fits, which can be reserved', async () => {
    const zone = await halfReserved();
    const { json } = await headroom(['find', '-z', zone, '--for', '1d', '--cores', '8', '--to', '+8d']);
    expect(json.map(({ start, latestStart }: any) => [Date.parse(start), Date.parse(latestStart)])).toEqual([
      [at(0), at(DAY)].map(Date.parse),
      [at(4 * DAY), at(7 * DAY)].map(Date.parse),
    ]);
    const [, { start, end }] = json;
    expect(
      await headroom(['reserve', '-z', zone, '--start', start, '--end', end, '--cores', '8']),
    ).toMatchObject({ status: 0 });
  });

  it('says that there is none', async () => {
    const zone = await halfReserved();
    const { stdout } = await headroom(['find', '-z', zone, '--for', '1d', '--cores', '17'], { columns: 80 });
    expect(stdout).toMatch(/^No window of 1d before /);
  });

  // Regression: a script that held with it went on with nothing.
  it('--hold ends with a conflict if there is none', async () => {
    const zone = await halfReserved();
    const args = ['find', '-z', zone, '--for', '1d', '--hold', '10m', '--cores'];
    expect(await headroom([...args, '17'])).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('"windows": []'),
      stderr: expect.stringContaining('There is no window to hold.'),
    });
    expect(await headroom([...args, '1'])).toMatchObject({ status: 0, stderr: '' });
  });

  it('tells that there may be more', async () => {
    const zone = await halfReserved();
    const found = await headroom(['find', '-z', zone, '--for', '1d', '--cores', '8', '--limit', '1']);
    expect([found.json.length, found.stderr]).toEqual([1, expect.stringContaining('may be later windows')]);
  });

  // Regression: it named a larger --limit, which the service refuses.
  it('tells what helps where the service answers no more at once', async () => {
    const window = { zone: 'z', start: at(0), end: at(DAY), latestStart: at(0) };
    const body = JSON.stringify({ windows: Array(100).fill(window), more: true });
    const url = await serverAt((_, answer) => {
      answer.setHeader('Content-Type', 'application/json').end(body);
    });
    const asked = ['--url', url, 'find', '--for', '1d', '--cores', '1', '--limit', '100'];
    expect((await headroom(asked)).stderr).toContain('; a later --from shows more of them');
  });

  // Regression: it said that there was none in the whole range.
  it('tells that the search ended early', async () => {
    const url = await serverAt((_, answer) => {
      answer.setHeader('Content-Type', 'application/json').end('{"windows":[],"more":true}');
    });
    const found = await headroom(['--url', url, 'find', '--for', '1d', '--cores', '1'], { columns: 80 });
    expect(found.stdout).toBe('No window of 1d in what was searched.\n');
    expect(found.stderr).toContain('the search ended early');
  });
});
