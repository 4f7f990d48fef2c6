import { Logger } from '@nestjs/common';
import type { DatabaseReason } from '../../database/constraints.js';
import type { LogLine } from '../../logging/log-line.js';

const INTERVAL_MS = 10_000;

/**
 * Logs why the database could not serve requests. While its disk is full, all of them fail for one reason, so each code of
 * a reason has a line per interval.
 */
export class FailureLog {
  private readonly log = new Logger('Database');
  /** By the code of the reason; by `performance.now()`. */
  private readonly loggedAt = new Map<string, number>();

  /** @param answer the code of the answer */
  note(answer: string, { code, message }: DatabaseReason, requestId: string | undefined): void {
    const now = performance.now();
    if (now - (this.loggedAt.get(code) ?? -Infinity) < INTERVAL_MS) return;
    this.loggedAt.set(code, now);
    const suffix = code && !message.includes(code) ? ` (${code})` : '';
    const line: LogLine = { msg: `requests are answered ${answer}: ${message}${suffix}`, requestId };
    this.log.warn(line);
  }
}
