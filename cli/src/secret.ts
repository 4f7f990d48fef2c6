import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './failures.js';
import type { Surroundings } from './surroundings.js';

/**
 * A secret from a file, from the keyboard without showing it, or from a pipe; never from an option, which other users of
 * the machine can see.
 *
 * @throws UsageError when the file can't be read
 */
export async function secretOf(
  { stdin, stderr, signal }: Surroundings,
  question: string,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) return readSecret(file);
  if (!stdin.isTTY) return (await text(addAbortSignal(signal, stdin))).trim();
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output: silent, terminal: true });
  // The terminal sends no signal while it is read key by key.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await prompt.question('', { signal })).trim();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UsageError('nothing was entered');
  } finally {
    prompt.close();
    stderr.write('\n');
  }
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
