/**
 * Tags tell the effects of requests apart. A tag is the amount of a plentiful class that is unique to the request. If the request
 * has neither class, it is the second at which its window starts.
 */
const TELLING = ['ram', 'gigabytes'];

/** @param before the amounts before the change; an unchanged amount is no tag */
export function tagOf(amounts, start, before = {}) {
  const name = TELLING.find((one) => amounts[one] && amounts[one] !== before[one]);
  return name ? amounts[name] : start;
}

/** The tag of a request. */
export function tagAsked({ form, start, tag }) {
  return form === 'network' || form === 'nothing' ? start : tag;
}
