import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The secret in a file, made on the first call and readable by its owner only. It is written aside and linked into place: the file
 * never holds half a secret, and of two starts at once both get the first one's.
 */
export function keptSecret(file: string, make: () => string): string {
  return readIfPresent(file) ?? makeOnce(file, make());
}

function makeOnce(file: string, secret: string): string {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
