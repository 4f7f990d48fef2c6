import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../../cli/src/run.js';
import { service } from '../support/shared-service.js';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The output, parsed. */
  readonly json: any;
}

export interface RunOptions {
  /** Write to a terminal of this width instead of a pipe. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stdout: string) => void;
}

const directory = mkdtempSync(join(tmpdir(), 'headroom-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

export const configDirectory = directory;

/** Runs a command line in this process against the suite's service, at the time of its clock. */
export async function headroom(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { columns, env, stdin = '', signal = new AbortController().signal, onOutput } = options;
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: columns !== undefined,
    columns,
    write: (text: string) => {
      written[name] += text;
      if (name === 'stdout') onOutput?.(written.stdout);
    },
  });
  const status = await run(args, {
    stdin: Readable.from([stdin]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: { XDG_CONFIG_HOME: directory, HEADROOM_URL: service.baseUrl, ...env },
    now: () => new Date(service.clock.now() * 1000),
    signal,
    version: '0.1.0',
  });
  return {
    status,
    ...written,
    get json(): any {
      return JSON.parse(written.stdout);
    },
  };
}
