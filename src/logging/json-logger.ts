import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';

/** What the framework tells of its own start: one line per route, of interest only to who looks for a mistake in it. */
const FRAMEWORK_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Nest's logger as one line of JSON per event: `level`, `time`, `pid`, `context`, `msg` and, with an error, `stack`. */
export class JsonLogger implements LoggerService {
  private readonly lines: Logger;

  /** @param destination where lines go; default standard output, written at once so that none is lost at the end */
  constructor(level: Level | 'silent', destination: DestinationStream = pino.destination({ sync: true })) {
    const options = {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    this.lines = pino(options, destination);
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
    if (message instanceof Error) {
      this.lines[level]({ context, stack: stack ?? message.stack }, message.message);
      return;
    }
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.lines[level]({ context, stack }, text);
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
