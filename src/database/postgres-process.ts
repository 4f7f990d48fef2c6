import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Account } from './postgres-account.js';

const READY = 'database system is ready to accept connections';
const START_MILLISECONDS = 60_000;
const FAST_STOP_MILLISECONDS = 15_000;
const KEPT_LINES = 40;

/**
 * Replaces the shell by the given command and leaves a watcher beside it. The watcher reads a pipe whose other end only
 * we hold: when it closes without a farewell, we are gone, however we died, and the command is told to stop.
 */
export const STOP_WHEN_ABANDONED = `
  exec 3<&0
  ( read -r farewell <&3 || kill -INT $$ ) >/dev/null 2>&1 &
  exec "$@" 3<&- </dev/null`;

export interface PostgresCommand {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly cluster: string;
  readonly account: Account | undefined;
}

/** The environment of PostgreSQL's programs: nothing of ours, and messages in the language that is looked for. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** A PostgreSQL server running as our child, in a session of its own so that a terminal's Ctrl-C doesn't reach it. */
export class PostgresProcess {
  private readonly lastLines: string[] = [];
  private readonly exited: Promise<void>;
  private stopping = false;

  private constructor(private readonly child: ChildProcess) {
    this.exited = new Promise((resolve) => {
      child.once('exit', () => {
        // Sends the watcher off: it must not signal a process number that may soon be another's.
        child.stdin?.end('\n');
        resolve();
      });
      child.once('error', (error) => {
        this.lastLines.push(error.message);
        resolve();
      });
    });
    child.stdin?.on('error', () => undefined);
  }

  /** @throws Error holding the server's last words when it ends, or isn't ready in time */
  static async start({ program, parameters, cluster, account }: PostgresCommand): Promise<PostgresProcess> {
    const child = spawn('/bin/sh', ['-c', STOP_WHEN_ABANDONED, 'headroom-postgres', program, ...parameters], {
      ...account,
      cwd: cluster,
      detached: true,
      env: POSTGRES_ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const server = new PostgresProcess(child);
    await server.isReady();
    return server;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Calls back, with the server's last words, when it ends without having been asked to. */
  onLost(callback: (reason: Error) => void): void {
    void this.exited.then(() => {
      if (!this.stopping) callback(this.failure('has ended unexpectedly'));
    });
  }

  /** Ends open transactions, writes everything out and returns once the process is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.child.kill('SIGINT');
    const impatience = setTimeout(() => this.child.kill('SIGQUIT'), FAST_STOP_MILLISECONDS);
    await this.exited;
    clearTimeout(impatience);
  }

  private async isReady(): Promise<void> {
    const tooSlow = setTimeout(() => {
      this.lastLines.push(`not ready within ${START_MILLISECONDS / 1000} s`);
      this.child.kill('SIGQUIT');
    }, START_MILLISECONDS);
    const started = await Promise.race([this.readyLine(), this.exited.then(() => false)]);
    clearTimeout(tooSlow);
    if (!started) throw this.failure('could not start');
  }

  private readyLine(): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.child.stderr) return;
      createInterface({ input: this.child.stderr }).on('line', (line) => {
        this.lastLines.push(line);
        if (this.lastLines.length > KEPT_LINES) this.lastLines.shift();
        if (line.includes(READY)) resolve(true);
      });
    });
  }

  private failure(what: string): Error {
    return new Error(`PostgreSQL ${what}:\n${this.lastLines.join('\n')}`);
  }
}
