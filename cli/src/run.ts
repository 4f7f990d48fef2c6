import { CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './exit-status.js';
import { failureOf, type Failure } from './failures.js';
import { statusOfInterruption } from './interruption.js';
import { offerLines } from './offer.js';
import { buildProgram } from './program.js';
import type { Surroundings } from './surroundings.js';

/**
 * Runs one command line.
 *
 * @param args without the program's name
 * @returns the exit status: 0 done, 2 usage, 3 conflict, 4 refused, 5 no answer, 130 or 143 ended by a signal
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  try {
    await buildProgram(surroundings).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const interrupted = statusOfInterruption(error, surroundings.signal);
    if (interrupted !== undefined) return interrupted;
    const failure = failureOf(error);
    if (failure) report(failure, args, surroundings);
    return failure?.status ?? EXIT.usage;
  }
}

/** A program that reads stderr gets the answer of the service; a person gets a sentence and the offer. */
function report(failure: Failure, args: readonly string[], { stderr }: Surroundings): void {
  const { message, offer, answer } = failure;
  const isForProgram = args.includes('--json') || !stderr.isTTY;
  if (isForProgram && answer) {
    stderr.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  stderr.write(`headroom: ${message}\n`);
  if (offer)
    stderr.write(
      offerLines(offer)
        .map((line) => `  ${line}\n`)
        .join(''),
    );
}
