import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Line = Readonly<Record<string, unknown>>;

export interface Violation {
  readonly property: string;
  readonly text: string;
}

/** Has the checker look at a round that was made up: what was asked and answered, and what the database holds. */
export async function check(history: readonly Line[], evidence: readonly Line[]): Promise<Violation[]> {
  const directory = await mkdtemp(join(tmpdir(), 'headroom-checker-'));
  const files = { history: join(directory, 'history.jsonl'), evidence: join(directory, 'evidence.jsonl') };
  try {
    await writeFile(files.history, linesOf(history));
    await writeFile(files.evidence, linesOf(evidence));
    return await verdictOn(files);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function verdictOn(files: object): Promise<Violation[]> {
  const child = fork(join(process.cwd(), 'prove/check/process.mjs'), { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    child.once('message', (found: { violations: Violation[] }) => resolve(found.violations));
    child.once('close', (status) => reject(new Error(`the checker ended with ${status}`)));
    child.send(files);
  });
}

function linesOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
