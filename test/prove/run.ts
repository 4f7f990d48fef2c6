import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Proof {
  readonly status: number | null;
  readonly output: string;
  /** The violated properties, such as `P1`. */
  readonly violated: readonly string[];
}

/** Runs the proof as `npm run prove` does, on the service as `npm test` has built it. */
export async function prove(...parameters: string[]): Promise<Proof> {
  const { status, output } = await run('prove/run.mjs', ...parameters);
  const violated = [...output.matchAll(/^(P\d) VIOLATED/gm)].map(([, property]) => property);
  return { status, output, violated };
}

/** Runs a program of the project to its end. `output` contains both of its streams. */
export function run(file: string, ...parameters: string[]): Promise<Pick<Proof, 'status' | 'output'>> {
  const program = join(process.cwd(), file);
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output }));
  });
}
