import { Logger } from '@nestjs/common';
import 'reflect-metadata';
import { startService, type StartedService } from './app.start.js';
import { readConfiguration, type Configuration } from './config/configuration.js';
import { stackOf } from './kernel/stack-of.js';
import { JsonLogger } from './logging/json-logger.js';
import { secretsOf } from './logging/known-secrets.js';
import { redactor } from './logging/redaction.js';
import { Tracing } from './tracing/tracing.js';

/** Below the ten seconds that process managers commonly grant; a request under way may take most of it. */
const STOP_MS = 9_000;

/** npm passes on a Ctrl-C that the terminal has sent us too: what follows this closely is the same one. */
const ECHO_MS = 500;

const EXIT_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof EXIT_STATUS;

let service: StartedService | undefined;
/** A hang-up came during the start, perhaps after the certificate had been read. */
let isReloadDue = false;
let stoppingSince: number | undefined;

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const tracing = new Tracing();
  const traceIds = tracing.isOn ? () => tracing.activeIds() : undefined;
  logAs(new JsonLogger(configuration.logLevel, { secrets: secretsOf(configuration), traceIds }));
  if (tracing.isOn) new Logger('Service').log('an OpenTelemetry SDK is loaded: requests are traced');
  service = await startService({
    configuration,
    isPortChosen: Boolean(process.env.PORT?.trim()),
    onLost: (reason) => {
      if (stoppingSince !== undefined) return;
      new Logger('Database').fatal(reason.message);
      void stop(1);
    },
  });
  if (isReloadDue) onHangup();
  if (isForPerson(configuration)) process.stdout.write(service.welcome);
}

/** Nest asks the logger itself for nothing but lines, so it is told apart which levels make any. */
function logAs(logger: JsonLogger): void {
  Logger.overrideLogger(logger.levels);
  Logger.overrideLogger(logger);
}

/** A deployment has its log to itself. */
function isForPerson({ databaseUrl }: Configuration): boolean {
  return process.stdout.isTTY || databaseUrl === undefined;
}

/** The first signal lets requests finish; a second one, or one before the service has started, ends it at once. */
function onSignal(signal: StopSignal): void {
  const now = performance.now();
  if (service && stoppingSince === undefined) {
    new Logger('Service').log(`${signal}: stopping`);
    void stop(0);
  } else if (stoppingSince === undefined || now - stoppingSince > ECHO_MS) {
    process.exit(EXIT_STATUS[signal]);
  }
}

/** Without a certificate there is nothing to read again. The hang-up of a person's terminal is a request to stop. */
function onHangup(): void {
  if (service?.reload) service.reload();
  else if (process.stdout.isTTY) onSignal('SIGHUP');
  else if (!service) isReloadDue = true;
  else new Logger('Service').log('SIGHUP: there is no certificate to read again');
}

async function stop(status: number): Promise<void> {
  stoppingSince = performance.now();
  setTimeout(() => {
    new Logger('Service').error('could not stop in time');
    process.exit(1);
  }, STOP_MS).unref();
  try {
    await service?.stop();
    process.exit(status);
  } catch (error) {
    new Logger('Service').error('could not stop in order', stackOf(error));
    process.exit(1);
  }
}

/** What an operator can mend is said in a line; a mistake of ours shows where it was made. */
function complain(error: unknown): void {
  const isOurs = error instanceof Error && error.constructor !== Error && !('code' in error);
  const text = error instanceof Error ? (isOurs && error.stack) || error.message : String(error);
  process.stderr.write(`${redactor([])(text)}\n`);
  process.exit(1);
}

/** An uncaught error leaves the process in an unknown state: it exits, and a new one takes over. */
function onMistake(error: unknown): void {
  const reason = error instanceof Error ? error : new Error(String(error));
  new Logger('Service').fatal(reason);
  process.exit(1);
}

process.on('uncaughtException', onMistake);
process.on('unhandledRejection', onMistake);
// Like the lines of the log, the text for a person may be lost, on a full disk or with the reader of a pipe.
process.stdout.on('error', () => undefined);
process.on('SIGHUP', onHangup);
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
main().catch(complain);
