import { spawn, type ChildProcess } from 'node:child_process';
import { eventually } from '../support/eventually.js';

export interface Program {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its output, parsed line by line. */
  lines(): Record<string, any>[];
}

const running = new Set<ChildProcess>();

/** Starts examples/receiver in a process of its own. */
export async function startExample(port: number, secrets: string): Promise<Program> {
  const child = spawn(process.execPath, ['examples/receiver/receiver.mjs'], {
    env: { PATH: process.env.PATH, PORT: String(port), SECRET: secrets },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const url = await eventually(() => {
    const found = /receiving at (\S+)/.exec(stderr)?.[1];
    if (!found) throw new Error(`not listening: ${stderr}`);
    return Promise.resolve(found);
  });
  const lines = () =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, any>);
  return { url, child, lines };
}

export function stopExamples(): void {
  for (const child of running) child.kill('SIGKILL');
}
