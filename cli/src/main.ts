import { readFileSync } from 'node:fs';
import { EXIT, type ExitStatus } from './exit-status.js';
import { Interruption } from './interruption.js';
import { run } from './run.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const interrupted = new AbortController();
// A second signal ends the process as usual.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Interruption(name)));
// The reader of a pipe may go, as `head` does, and a disk may be full: the command ends, after it has cleaned up.
let ofOutput: ExitStatus | undefined;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (ofOutput !== undefined) return;
  ofOutput = code === 'EPIPE' ? EXIT.done : EXIT.unreachable;
  if (ofOutput !== EXIT.done) {
    process.stderr.write(`headroom: the output can't be written: ${code}\n`);
    // The command may have ended by now.
    process.exitCode = ofOutput;
  }
  interrupted.abort(new Interruption('SIGPIPE'));
});
// The status tells what went wrong, also where the reader of the message has gone.
process.stderr.on('error', () => undefined);

const status = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: () => new Date(),
  signal: interrupted.signal,
  version,
});
process.exitCode = ofOutput ?? status;
