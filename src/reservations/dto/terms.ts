import { Given, Optional } from '../../http/wire/wire-members.js';
import { EndsAfter, IsSeconds, IsBooleanText, IsText, IsWireTime } from '../../http/wire/wire-types.js';
import { INT32_MAX } from '../../kernel/resource-amounts.js';
import { NOW_MARKERS } from '../../openapi/members.js';
import { MAX_RULE_LENGTH } from '../repeat-rule.js';

/** The members of creates and updates that both groups have, each under its own names. */

export const ZONE_KEPT = 'An update without it keeps the zone.';

export const StartTerm = () =>
  Given(
    `When consumption can begin. ${NOW_MARKERS} An update without it keeps the start.`,
    IsWireTime('start'),
  );

/** @param start the name of the start */
export const EndTerm = (start: string) =>
  Given(
    'When consumption should end; absent or null: open. ' +
      'An update without it keeps the end, and with null takes the end away.',
    IsWireTime('end', { nullable: true }),
    EndsAfter(start),
  );

/** @param confirmation the operation that confirms it */
export const HoldTerm = (confirmation: string) =>
  Optional(
    'Seconds for which it is held: it takes its capacity, no instance can draw on it, and it is released at ' +
      `the end unless ${confirmation} has confirmed it.`,
    IsSeconds(INT32_MAX, 1),
  );

/** @param hold the name of the hold, with which it can't be combined */
export const WaitTerm = (hold: string) =>
  Optional(
    {
      description:
        'If it does not fit, it waits: it is accepted in the state `waiting`, holds nothing, and is admitted as soon as it fits. ' +
        `Not together with \`${hold}\`.`,
      default: false,
    },
    IsBooleanText(),
  );

export const WaitUntilTerm = () =>
  Optional('As `wait`, until this time; by default until its end.', IsWireTime('end', { nullable: true }));

/** @param hold the name of the hold, with which it can't be combined */
export const RepeatTerm = (hold: string) =>
  Optional(
    'An RRULE of RFC 5545 (DAILY, WEEKLY or MONTHLY with COUNT or UNTIL, in UTC): all occurrences, 366 at most, are ' +
      `admitted together in one zone, or none. Needs an end; not together with \`${hold}\` or \`wait\`.`,
    IsText(MAX_RULE_LENGTH),
  );
