import { HOUR } from './zones.mjs';

/** Searches for windows. Some hold the first window in the same step. */

const HOLDING = 0.4;
const MAX_SECONDS = 8;

/**
 * @param where the zone to search; undefined: all
 * @param draw returns the tag and the amounts of the demand
 */
export function findFor(random, zone, where, draw) {
  const isHeld = random.chance(HOLDING);
  const [first, hours, limit] = [
    random.integer(0, zone.slots - 1),
    random.integer(1, 6),
    random.integer(1, 5),
  ];
  const hold = random.integer(1, MAX_SECONDS);
  const start = zone.base + first * HOUR;
  const window = { start, end: start + (zone.slots + 8) * HOUR, duration: hours * HOUR, limit };
  return {
    kind: isHeld ? 'hold-window' : 'find',
    parameters: () => ({ zone: isHeld ? zone.zone : where, ...draw(), ...window, ...(isHeld && { hold }) }),
  };
}
