import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleProcess } from '../support/module-process.js';

export type Line = Readonly<Record<string, unknown>>;

export interface Violation {
  readonly property: string;
  readonly text: string;
}

interface Verdict {
  readonly violations: Violation[];
}

const checker = new ModuleProcess('prove/check/check.mjs');

/** Runs the checker on a made-up round: a history of requests and answers, and the contents of the database. */
export async function check(history: readonly Line[], evidence: readonly Line[]): Promise<Violation[]> {
  const directory = await mkdtemp(join(tmpdir(), 'headroom-checker-'));
  const files = { history: join(directory, 'history.jsonl'), evidence: join(directory, 'evidence.jsonl') };
  try {
    await writeFile(files.history, linesOf(history));
    await writeFile(files.evidence, linesOf(evidence));
    const { violations } = (await checker.call('checkFiles', files)) as Verdict;
    return violations;
  } finally {
    await rm(directory, { recursive: true });
  }
}

function linesOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
