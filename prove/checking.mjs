import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHECKER = fileURLToPath(new URL('check/process.mjs', import.meta.url));

/**
 * Runs the checker on a round, in a separate process.
 *
 * @returns the result of `checkFiles`, and `megabytes`, the checker's peak memory
 * @throws Error if the checker ends without a verdict
 */
export function checkApart(files) {
  const child = fork(CHECKER, { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    let found;
    child.once('message', (verdict) => (found = verdict));
    child.once('error', reject);
    child.once('close', (status, signal) =>
      found ? resolve(found) : reject(new Error(`the checker ended with ${signal ?? status}`)),
    );
    child.send(files);
  });
}
