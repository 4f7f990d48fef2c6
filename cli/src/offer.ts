import type { Problem } from '@headroom/client';
import { amountsText } from './amounts.js';

type Offer = NonNullable<Problem['offer']>;

/** What the service could do instead, a line each. */
export function offerLines({ maxCapacity, nextWindow }: Offer): string[] {
  const most = amountsText(maxCapacity) || 'nothing';
  const next = nextWindow
    ? `--start ${nextWindow.start}${nextWindow.end ? ` --end ${nextWindow.end}` : ''}`
    : 'there is no later window in which all of it fits';
  return [`fits now:    ${most}`, `next window: ${next}`];
}
