import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Account } from './postgres-account.js';
import { FAST_STOP_TIMEOUT_MS } from './postgres-leftovers.js';

const READY = 'database system is ready to accept connections';
/** Without a line in the log. While PostgreSQL replays what it wrote before a crash it writes one every ten seconds. */
const START_TIMEOUT_MS = 60_000;
const MAX_LOG_LINES = 40;

/**
 * Replaces the shell by the given command and leaves a watcher beside it. The watcher reads a pipe whose write end only
 * the service holds. If the pipe closes without a line, the service has died, and the watcher stops the command.
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

/**
 * The environment of PostgreSQL's programs: no variables of the service, and messages in the language that READY
 * expects.
 */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** A PostgreSQL server as a child process, in its own session so that a terminal's Ctrl-C doesn't reach it. */
export class PostgresProcess {
  private readonly lastLines: string[] = [];
  private readonly exited: Promise<void>;
  private stopping = false;

  private constructor(private readonly child: ChildProcess) {
    this.exited = new Promise((resolve) => {
      child.once('exit', () => {
        // Ends the watcher: it must not signal a process id that the system may reuse.
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

  /** @throws Error with the server's last log lines when it ends, or is neither ready nor says a word for START_TIMEOUT_MS */
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

  /** Calls back, with the server's last log lines, when it ends without `stop`. */
  onLost(callback: (reason: Error) => void): void {
    void this.exited.then(() => {
      if (!this.stopping) callback(this.failure('has ended unexpectedly'));
    });
  }

  /** Ends open transactions, writes a checkpoint and resolves when the process has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.child.kill('SIGINT');
    const timeout = setTimeout(() => this.child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timeout);
  }

  private async isReady(): Promise<void> {
    const timeout = setTimeout(() => {
      this.lastLines.push(`not ready, and nothing in its log for ${START_TIMEOUT_MS / 1000} s`);
      this.child.kill('SIGQUIT');
    }, START_TIMEOUT_MS);
    const started = await Promise.race([
      this.readyLine(() => timeout.refresh()),
      this.exited.then(() => false),
    ]);
    clearTimeout(timeout);
    if (!started) throw this.failure('could not start');
  }

  private readyLine(onLine: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.child.stderr) return;
      createInterface({ input: this.child.stderr }).on('line', (line) => {
        // Refusals of clients that already try say nothing of the start.
        if (!line.includes('FATAL')) onLine();
        this.lastLines.push(line);
        if (this.lastLines.length > MAX_LOG_LINES) this.lastLines.shift();
        if (line.includes(READY)) resolve(true);
      });
    });
  }

  private failure(what: string): Error {
    return new Error(`PostgreSQL ${what}:\n${this.lastLines.join('\n')}`);
  }
}
