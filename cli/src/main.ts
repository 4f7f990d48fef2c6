import { readFileSync } from 'node:fs';
import { Interruption } from './interruption.js';
import { run } from './run.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const interrupted = new AbortController();
// A second signal ends the process as usual.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Interruption(name)));
// The reader of a pipe may go, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: () => new Date(),
  signal: interrupted.signal,
  version,
});
