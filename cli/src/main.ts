import { readFileSync } from 'node:fs';
import { EXIT } from './exit-status.js';
import { OutputLostError } from './failures.js';
import { endingSignals, Interruption } from './interruption.js';
import { run } from './run.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const interrupted = new AbortController();
// A second signal ends the process as usual.
for (const name of endingSignals(process.stdin))
  process.once(name, () => interrupted.abort(new Interruption(name)));
// The reader of a pipe may go, as `head` does, and a disk may be full: the command ends, after it has cleaned up.
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  lost ??= error;
  interrupted.abort(new Interruption('SIGPIPE'));
});
const isLost = (): boolean => lost !== undefined && lost.code !== 'EPIPE';

/** Resolved when all output is written, or its reader has gone. */
async function written(): Promise<void> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  // An error is emitted after the callback.
  await new Promise(setImmediate);
  if (isLost()) throw new OutputLostError(`the output can't be written: ${lost?.code}`);
}

// The status tells what went wrong, also where the reader of the message has gone.
process.stderr.on('error', () => undefined);

const status = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: () => new Date(),
  signal: interrupted.signal,
  written,
  version,
});
// A reader that has read enough is no failure of the command, and hides none.
const isReadEnough = lost !== undefined && status === EXIT.interrupted;
process.exitCode = isLost() ? EXIT.unreachable : isReadEnough ? EXIT.done : status;
