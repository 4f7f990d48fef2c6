import { DAY, MINUTE, type Instant } from '../kernel/instant';

/** Seconds by which the clock of a zone is ahead of UTC. */
export type OffsetAt = (instant: Instant) => number;

const VIEWERS_OFFSET: OffsetAt = (instant) => -new Date(instant * 1000).getTimezoneOffset() * MINUTE;

/** For `<input type="datetime-local">`, which has the viewer's zone; with seconds only where there are any. */
export function toLocalInput(instant: Instant, offsetAt = VIEWERS_OFFSET): string {
  const local = new Date((instant + offsetAt(instant)) * 1000).toISOString();
  return local.slice(0, instant % MINUTE === 0 ? 16 : 19);
}

/**
 * A clock that is set back shows some times twice. Of the two instants this is the one with the UTC offset of the former
 * value, so that minutes can be edited in either hour. A time that a clock leaves out counts from before the change.
 *
 * @returns undefined while the field is empty or half filled
 */
export function fromLocalInput(
  text: string,
  former?: Instant,
  offsetAt = VIEWERS_OFFSET,
): Instant | undefined {
  const asUtc = Math.floor(Date.parse(`${text}Z`) / 1000);
  if (Number.isNaN(asUtc)) return undefined;
  const instants = instantsOf(asUtc, offsetAt);
  const hasFormer = former !== undefined && Number.isFinite(former);
  const isLikeFormer = (instant: Instant): boolean => hasFormer && offsetAt(instant) === offsetAt(former);
  return instants.find(isLikeFormer) ?? instants.at(0) ?? asUtc - offsetAt(asUtc - DAY);
}

/** Whether the clock shows the same time at another instant, too. */
export function isShownTwice(instant: Instant, offsetAt = VIEWERS_OFFSET): boolean {
  return instantsOf(instant + offsetAt(instant), offsetAt).length > 1;
}

/** The instants at which the clock shows a time, the earlier one first. */
function instantsOf(asUtc: number, offsetAt: OffsetAt): readonly Instant[] {
  const offsets = new Set([offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)]);
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetAt(instant) === asUtc)
    .toSorted((a, b) => a - b);
}
