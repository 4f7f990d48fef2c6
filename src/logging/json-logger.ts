import type { LogLevel, LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';
import { LogDestination } from './log-destination.js';
import { isLogLine, type LogLine } from './log-line.js';
import { redactor } from './redaction.js';

/** Start-up lines of the framework, one per route: logged at debug level only. */
const FRAMEWORK_CONTEXTS: ReadonlySet<string> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

const LEVELS: readonly (readonly [Level, LogLevel])[] = [
  ['trace', 'verbose'],
  ['debug', 'debug'],
  ['info', 'log'],
  ['warn', 'warn'],
  ['error', 'error'],
  ['fatal', 'fatal'],
];

export interface JsonLoggerOptions {
  /** Where lines go; default standard output. */
  readonly destination?: DestinationStream;
  /** What no line may hold. */
  readonly secrets?: readonly string[];
  /** Members of every line: the ids of the active trace, if there is one. */
  readonly traceIds?: () => object | undefined;
}

/**
 * Nest's logger as one line of JSON per event: `level`, `time`, `pid`, `context`, `msg` and, with an error, `stack`.
 * A message that is a `LogLine` adds its members. In a trace, a line has `trace_id` and `span_id`, which OpenTelemetry
 * names so.
 */
export class JsonLogger implements LoggerService {
  private readonly lines: Logger;
  private readonly redact: (text: string) => string;
  private readonly traceIds?: () => object | undefined;

  constructor(level: Level | 'silent', { destination, secrets = [], traceIds }: JsonLoggerOptions = {}) {
    this.traceIds = traceIds;
    this.redact = redactor(secrets);
    const options = {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    this.lines = pino(options, destination ?? new LogDestination());
  }

  /** Nest's words for the levels that are written. */
  get levels(): LogLevel[] {
    return LEVELS.filter(([level]) => this.lines.isLevelEnabled(level)).map(([, word]) => word);
  }

  log(message: unknown, ...rest: unknown[]): void {
    const context = contextIn(rest);
    this.write(FRAMEWORK_CONTEXTS.has(context ?? '') ? 'debug' : 'info', message, context);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, contextIn(rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, contextIn(rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, contextIn(rest));
  }

  /** Nest calls it with the message, then a stack where there is one, then the context. */
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, contextIn(rest), stackIn(rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, contextIn(rest), stackIn(rest));
  }

  private write(level: Level, message: unknown, context?: string, stack?: string): void {
    if (!this.lines.isLevelEnabled(level)) return;
    if (message instanceof Error) {
      this.writeLine(level, { msg: message.message }, context, stack ?? message.stack);
    } else if (isLogLine(message)) {
      this.writeLine(level, message, context, stack);
    } else {
      const msg = typeof message === 'string' ? message : (JSON.stringify(message) ?? String(message));
      this.writeLine(level, { msg }, context, stack);
    }
  }

  private writeLine(level: Level, { msg, ...members }: LogLine, context?: string, stack?: string): void {
    const redacted = Object.entries(members).map(([name, value]) => [name, this.redacted(value)]);
    const shown = {
      context,
      ...this.traceIds?.(),
      ...Object.fromEntries(redacted),
      stack: this.redacted(stack),
    } as object;
    this.lines[level](shown, this.redact(msg));
  }

  private redacted<T>(value: T): T | string {
    return typeof value === 'string' ? this.redact(value) : value;
  }
}

function contextIn(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}

function stackIn(rest: readonly unknown[]): string | undefined {
  const [first] = rest;
  return rest.length > 1 && typeof first === 'string' ? first : undefined;
}
