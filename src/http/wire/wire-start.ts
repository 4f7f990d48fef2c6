import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { readStart, type WireStart } from './wire-types.js';

/** A start as the domain takes it: undefined stands for now, which only the ledger's clock knows. */
export function startOf(start: WireStart): Instant | undefined {
  const instant = readStart(start, FOREVER);
  return instant === FOREVER ? undefined : instant;
}
