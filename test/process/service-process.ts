import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const START_MS = 90_000;
/** The target is ten seconds on an idle machine. A process that hangs takes minutes. */
export const MAX_STOP_MS = 30_000;
const BUILT = join(process.cwd(), 'dist');

export interface EndedProcess {
  /** Exit status, or the name of the signal that ended the process. */
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServiceProcess {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** Its output so far. */
  stdout(): string;
  readonly ended: Promise<EndedProcess>;
  /** Compares the folds with the ledger unless the signal is SIGKILL, then sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<EndedProcess>;
}

/** Starts a program of the built service. Of our environment it inherits only PATH. */
function launch(
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
  directory = BUILT,
) {
  const file = join(directory, program);
  if (!existsSync(file)) throw new Error(`${file} is missing: run 'npm run build', as 'npm test' does`);
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { PATH: process.env.PATH, AUTH: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<EndedProcess>((resolve) => {
    child.once('close', (status, signal) => resolve({ status: signal ?? status ?? -1, stdout, stderr }));
  });
  return { child, ended, stdout: () => stdout };
}

/** Runs a program of the built service to its end. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<EndedProcess> {
  return launch(program, parameters, environment).ended;
}

const running = new Set<ChildProcess>();

export interface ProcessOptions {
  /** A key of an operator or admin, where callers authenticate without `BOOTSTRAP_KEY`. */
  readonly key?: string;
  /** The database is away when the process ends: its folds can't be compared with the ledger. */
  readonly losesDatabase?: boolean;
  /** Directory of the built service. Default: `dist`. */
  readonly directory?: string;
}

/** Starts the service as a process. Waits until it listens and has printed its message for people. */
export async function startProcess(
  environment: NodeJS.ProcessEnv,
  { key = environment.BOOTSTRAP_KEY, losesDatabase = false, directory }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const started = launch('src/main.js', [], { PORT: '0', DRAIN_SECONDS: '0', ...environment }, directory);
  const { child, ended, stdout } = started;
  running.add(child);
  void ended.then(() => running.delete(child));
  const isReady =
    (environment.DATABASE_URL ?? environment.DATABASE_URL_FILE)
      ? /listening at (http\S+?)"/
      : /ready at (http\S+)/;
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const tooSlow = setTimeout(() => reject(new Error(`not ready: ${stdout()}`)), START_MS);
    child.stdout.on('data', () => {
      const url = isReady.exec(stdout())?.[1];
      if (url && (!stdout().includes('Headroom is ready') || stdout().includes('Ctrl-C'))) resolve(url);
    });
    void ended.then(({ stderr }) => reject(new Error(`ended: ${stdout()}${stderr}`)));
    void ended.then(() => clearTimeout(tooSlow));
  });
  const end = async (signal: NodeJS.Signals): Promise<EndedProcess> => {
    const isUp = child.exitCode === null && child.signalCode === null;
    const differences =
      isUp && signal !== 'SIGKILL' && !losesDatabase ? await foldDifferences(baseUrl, key) : [];
    child.kill(signal);
    await ended;
    expect(differences).toEqual([]);
    return ended;
  };
  return { baseUrl, child, stdout, ended, end };
}

/** The findings of `POST /self-check`. An answer without a comparison counts as a difference, because it proves nothing. */
export async function foldDifferences(baseUrl: string, key?: string): Promise<readonly unknown[]> {
  const headers = key === undefined ? undefined : { Authorization: `Bearer ${key}` };
  try {
    for (;;) {
      const answer = await fetch(`${baseUrl}/self-check`, { method: 'POST', headers });
      const body = (await answer.json()) as { code?: string; differences?: readonly unknown[] };
      // Heavy requests of the test may still be running.
      if (body.code === 'heavy-requests-busy') continue;
      return body.differences ?? [`the folds could not be compared: ${JSON.stringify(body)}`];
    }
  } catch (error) {
    return [`the folds could not be compared: ${String(error)}`];
  }
}

/** Kills the processes that a failed test has left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
