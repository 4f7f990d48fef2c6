import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, type ServiceProcess } from '../process/service-process.js';
import { eventually } from '../support/eventually.js';
import type { Daemon } from './daemon.js';
import { startHaproxy } from './haproxy.js';

/** Long enough for HAProxy to see that a process drains. */
const DRAIN_SECONDS = '3';

export interface ReplicaOptions {
  readonly port: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Directory of the built service. Default: `dist`. */
  readonly directory?: string;
}

/** A process of the service, on a port that it keeps across restarts. */
export class Replica {
  private process?: ServiceProcess;

  constructor(
    private options: ReplicaOptions,
    private readonly log: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }

  async start(): Promise<void> {
    const { port, environment, directory } = this.options;
    this.process = await startProcess({ ...environment, PORT: String(port), DRAIN_SECONDS }, { directory });
  }

  /** Compares the folds with the ledger, then ends the process with SIGTERM. */
  async stop(): Promise<void> {
    const ended = await this.process?.end('SIGTERM');
    appendFileSync(this.log, `${ended?.stdout}${ended?.stderr}`);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  }

  /** Restarts the process, optionally with other options. The other processes serve meanwhile. */
  async restart(changed: Partial<ReplicaOptions> = {}): Promise<void> {
    await this.stop();
    this.options = { ...this.options, ...changed };
    await this.start();
    await this.ready();
  }

  async ready(): Promise<void> {
    await eventually(async () => expect((await fetch(`${this.url}/readyz`)).status).toBe(200), 60_000);
  }

  /** Kills the process, and keeps its output. */
  async kill(): Promise<void> {
    await this.process?.end('SIGKILL');
    appendFileSync(this.log, this.process?.stdout() ?? '');
  }
}

/** HAProxy in front of the replicas, as deploy/haproxy configures it. */
export async function startFront(
  port: number,
  replicas: readonly Replica[],
  directory: string,
): Promise<Daemon> {
  const servers = replicas.map(({ url }, index) => [`HEADROOM_SERVER_${index + 1}`, new URL(url).host]);
  const front = startHaproxy(
    'deploy/haproxy/haproxy.cfg',
    { HEADROOM_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(servers) },
    join(directory, 'haproxy-service.log'),
  );
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200));
  return front;
}
