/**
 * What tells one request's effect from another's: an amount of a plentiful class that no other request has, or, where
 * neither is asked for, the second from which it holds.
 */
const TELLING = ['ram', 'gigabytes'];

/** @param before the amounts it had; what has not changed tells nothing */
export function tagOf(amounts, start, before = {}) {
  const name = TELLING.find((one) => amounts[one] && amounts[one] !== before[one]);
  return name ? amounts[name] : start;
}

/** The same of what was asked. */
export function tagAsked({ form, start, tag }) {
  return form === 'network' || form === 'nothing' ? start : tag;
}
