/** What clients ask for beyond the contract: to hold a reservation, to wait for capacity, to know what would happen. */

const HELD = 0.09;
const WAITING = 0.16;
/** How many of those that wait do so until a time, in a zone where all clocks are right. */
const WAITING_UNTIL = 0.3;

/** Most holds are confirmed or cancelled before they are over, so some are short. */
const MOST_HOLD_SECONDS = 12;
const MOST_WAIT_SECONDS = 15;

/**
 * The members beyond the contract of a create, or none.
 *
 * @param asked `form` and `elements` of the create
 * @returns a function that draws them for each repetition from its tag
 */
export function beyondFor(random, zone, { form, elements = [] }) {
  const [draw, hold, until] = [random.fraction(), random.integer(1, MOST_HOLD_SECONDS), random.fraction()];
  const seconds = random.integer(1, MOST_WAIT_SECONDS);
  if (draw < HELD) return () => ({ hold });
  if (draw > HELD + WAITING || form === 'nothing' || !elements.every(isProvider)) return () => ({});
  return (tag) => ({
    wait: true,
    name: nameOf(tag),
    ...(until < WAITING_UNTIL && !zone.isShifted && { waitUntil: Math.floor(Date.now() / 1000) + seconds }),
  });
}

/** A reservation that waits has no amounts in the ledger; its name says which request made it. */
function nameOf(tag) {
  return `w${tag}`;
}

function isProvider(element) {
  return element.startsWith('ResourceProvider:');
}

/** What is asked for as a dry run, as it would be asked for real. */
export const REHEARSED = {
  create: 40,
  update: 20,
  move: 8,
  cancel: 10,
  change: 8,
  increase: 6,
  decrease: 10,
  instance: 12,
};

/** The acts of a zone that can be rehearsed. */
export function rehearsedIn({ acts }) {
  return Object.fromEntries(Object.entries(REHEARSED).filter(([act]) => act in acts));
}

/** The same request as a dry run. */
export function rehearsed(planned) {
  if (!planned || !WRITES.has(planned.kind)) return planned;
  const { kind, parameters } = planned;
  const draw = typeof parameters === 'function' ? parameters : () => parameters;
  return { kind: 'dry', parameters: () => ({ ...draw(), of: kind }) };
}

const WRITES = new Set(['create', 'update', 'move', 'cancel', 'increase', 'decrease', 'instance']);
