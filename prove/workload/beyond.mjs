/** Requests beyond the contract: holds, waiting for capacity, and dry runs. */

const HELD = 0.09;
const WAITING = 0.16;
/** Share of waiting requests that wait until a time, in a zone where all clocks are right. */
const WAITING_UNTIL = 0.3;

/** So short that some holds end before they are confirmed or cancelled. */
const MAX_HOLD_SECONDS = 12;
const MAX_WAIT_SECONDS = 15;

/**
 * The members of a create beyond the contract, or none.
 *
 * @param asked `form` and `elements` of the create
 * @returns a function of the tag that draws them for each repetition
 */
export function beyondFor(random, zone, { form, elements = [] }) {
  const [draw, hold, until] = [random.fraction(), random.integer(1, MAX_HOLD_SECONDS), random.fraction()];
  const seconds = random.integer(1, MAX_WAIT_SECONDS);
  if (draw < HELD) return () => ({ hold });
  if (draw > HELD + WAITING || form === 'nothing' || !elements.every(isProvider)) return () => ({});
  return (tag) => ({
    wait: true,
    name: nameOf(tag),
    ...(until < WAITING_UNTIL && !zone.isShifted && { waitUntil: Math.floor(Date.now() / 1000) + seconds }),
  });
}

/** A reservation that waits has no amounts in the ledger, so its name identifies the request. */
function nameOf(tag) {
  return `w${tag}`;
}

function isProvider(element) {
  return element.startsWith('ResourceProvider:');
}

/** Weights of the acts that are sent as dry runs. */
const REHEARSED = {
  create: 40,
  update: 20,
  move: 8,
  cancel: 10,
  change: 8,
  increase: 6,
  decrease: 10,
  instance: 12,
};

/** The acts of a zone that can be sent as dry runs. */
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
