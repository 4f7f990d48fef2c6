import { CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './exit-status.js';
import { failureOf, UnansweredChangeError, type Failure } from './failures.js';
import { statusOfInterruption } from './interruption.js';
import { offerLines } from './offer.js';
import { jsonText, printableLines } from './printable.js';
import { buildProgram } from './program.js';
import type { Surroundings } from './surroundings.js';

/**
 * Runs one command line.
 *
 * @param args without the program's name
 * @returns the exit status: 0 done, 2 usage, 3 conflict, 4 refused, 5 no answer, 129, 130 or 143 ended by a signal
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  try {
    await buildProgram(surroundings).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const cause = error instanceof UnansweredChangeError ? error.cause : error;
    const interrupted = statusOfInterruption(cause, surroundings.signal);
    if (interrupted !== undefined) {
      if (error instanceof UnansweredChangeError) surroundings.stderr.write(`headroom: ${error.message}\n`);
      return interrupted;
    }
    const failure = failureOf(error);
    report(failure, args, surroundings);
    return failure.status;
  }
}

/** A program that reads stderr gets the answer of the service; a person gets a sentence and the offer. */
function report(failure: Failure, args: readonly string[], { stderr }: Surroundings): void {
  const { message, offer, answer, idempotencyKey } = failure;
  const isForProgram = args.includes('--json') || !stderr.isTTY;
  if (isForProgram && answer) {
    stderr.write(`${jsonText({ ...answer, idempotencyKey })}\n`);
    return;
  }
  stderr.write(`headroom: ${printableLines(message)}\n`);
  if (offer)
    stderr.write(
      offerLines(offer)
        .map((line) => `  ${line}\n`)
        .join(''),
    );
}
