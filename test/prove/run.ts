import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { SERVER_VARIABLE, TEMPLATE } from '../support/server-variable.js';

type Ended = Pick<Proof, 'status' | 'output'>;

export interface Proof {
  readonly status: number | null;
  readonly output: string;
  /** The violated properties, such as `P1`. */
  readonly violated: readonly string[];
}

/** Runs the proof as `npm run prove` does, on the service as `npm test` has built it. */
export async function prove(...parameters: string[]): Promise<Proof> {
  return proofOf(await run('prove/run.mjs', ...parameters));
}

/** The same in a database of the tests' server, which spares the start of another one. Only without faults: it can't be killed. */
export async function proveOnTestServer(...parameters: string[]): Promise<Proof> {
  const env = { ...process.env, TEST_DATABASE_URL: process.env[SERVER_VARIABLE], PROVE_TEMPLATE: TEMPLATE };
  return proofOf(await runIn(env, 'prove/run.mjs', ...parameters));
}

function proofOf({ status, output }: Ended): Proof {
  const violated = [...output.matchAll(/^(P\d) VIOLATED/gm)].map(([, property]) => property);
  return { status, output, violated };
}

/** Runs a program of the project to its end. `output` contains both of its streams. */
export function run(file: string, ...parameters: string[]): Promise<Ended> {
  return runIn(process.env, file, ...parameters);
}

function runIn(env: NodeJS.ProcessEnv, file: string, ...parameters: string[]): Promise<Ended> {
  const program = join(process.cwd(), file);
  const child = spawn(process.execPath, [program, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output }));
  });
}
