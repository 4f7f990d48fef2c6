import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { JsonLogger } from './json-logger.js';
import { LogDestination } from './log-destination.js';

describe('a log that can not be written', () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'headroom-log-'));
  const path = join(directory, 'log');
  const fd = fs.openSync(path, 'a');
  const { writeSync } = fs;
  let log: LogDestination;
  beforeEach(() => {
    fs.ftruncateSync(fd);
    log = new LogDestination(fd);
  });
  afterAll(() => {
    fs.closeSync(fd);
    fs.rmSync(directory, { recursive: true });
  });
  afterEach(() => jest.restoreAllMocks());

  const failWith = (code: string) =>
    jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error(`${code}: write`), { code });
    });
  const write = (...lines: string[]) => lines.forEach((line) => log.write(`${line}\n`));
  const written = () => fs.readFileSync(path, 'utf8').trimEnd().split('\n');

  // Regression: while the reader of a pipe paused, nothing else ran.
  it.each(['ENOSPC', 'EAGAIN', 'EPIPE'])(
    'because of %s does not stop the process, and gets the lines later',
    (code) => {
      const isFull = failWith(code);
      write('first', 'second');
      expect(isFull).toHaveBeenCalledTimes(2);
      isFull.mockRestore();
      write('third');
      expect(written()).toEqual(['first', 'second', 'third']);
    },
  );

  // Regression: with more than could be kept it stayed silent, also when there was room again.
  it('keeps the first MiB, and goes on when there is room', () => {
    const isFull = failWith('ENOSPC');
    const half = 'x'.repeat(600_000);
    write('first', half, `${half} dropped`, 'second');
    isFull.mockRestore();
    write('third');
    expect(written()).toEqual(['first', half, 'second', 'third']);
  });

  it('continues a line that was written in part, however long it is', () => {
    const long = 'ö'.repeat(1_000_000);
    const isFull = failWith('ENOSPC').mockImplementationOnce((to, bytes) =>
      writeSync(to, Buffer.from(bytes).subarray(0, 201)),
    );
    write(long, 'dropped');
    isFull.mockRestore();
    write('next');
    expect(written()).toEqual([long, 'next']);
  });

  // Regression: a process that was to end after a fatal line hung.
  it('does not hold up what follows a fatal line', () => {
    const isFull = failWith('ENOSPC');
    new JsonLogger('info', { destination: log }).fatal('the end');
    expect(isFull).toHaveBeenCalledTimes(1);
  });
});
