import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Account } from '../../src/embedded-postgres/postgres-account.js';

export interface DaemonOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The file to which the program's output is appended. */
  readonly log: string;
  /** The user that runs the program. Default: the user of the test. */
  readonly account?: Account;
}

/** A program that runs until it is ended. */
export class Daemon {
  private constructor(
    private readonly command: string,
    private readonly options: DaemonOptions,
    private readonly child: ChildProcess,
  ) {}

  static start(command: string, parameters: readonly string[], options: DaemonOptions): Daemon {
    const log = openSync(options.log, 'a');
    const child = spawn(command, parameters, {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...options.env },
      stdio: ['ignore', log, log],
      ...options.account,
    });
    closeSync(log);
    return new Daemon(command, options, child);
  }

  get pid(): number {
    const { pid } = this.child;
    if (pid === undefined) throw new Error(`${this.command} could not be started`);
    return pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  /** The last lines of its output, for the report of a failure. */
  tail(): string {
    const lines = readFileSync(this.options.log, 'utf8').split('\n').slice(-20);
    return `${this.options.log}:\n${lines.join('\n')}`;
  }
}

/** The variables of a shipped file, with addresses and passwords replaced for the test. */
export function shippedEnvironment(
  file: string,
  changed: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const shipped = Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  for (const name of Object.keys(changed)) {
    if (!(name in shipped)) throw new Error(`${file} does not name ${name}`);
  }
  return { ...shipped, ...changed };
}
