import { readFileSync } from 'node:fs';
import { EXIT } from './exit-status.js';
import { Interruption } from './interruption.js';
import { run } from './run.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const interrupted = new AbortController();
// A second signal ends the process as usual.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Interruption(name)));
// The reader of a pipe may go, as `head` does: the command ends, after it has cleaned up.
let isReaderGone = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  isReaderGone = true;
  interrupted.abort(new Interruption('SIGPIPE'));
});

const status = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: () => new Date(),
  signal: interrupted.signal,
  version,
});
process.exitCode = isReaderGone ? EXIT.done : status;
