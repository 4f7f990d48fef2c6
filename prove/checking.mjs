import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHECKER = fileURLToPath(new URL('check/process.mjs', import.meta.url));

/**
 * Has the checker look at a round, in a process of its own.
 *
 * @returns `violations`; `decided`, a Map from what was looked at to how often; `megabytes`, the most memory it has had
 * @throws Error when the checker ended without a verdict
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
