import { endPool, retire, withdrawal } from './endings.mjs';
import { findFor } from './finding.mjs';
import { labelled, markOf } from './marks.mjs';
import { seriesAct } from './series.mjs';

/** Acts that are planned alike in all zones; undefined: no request. */
const FURTHER = {
  series: ({ random, zone, draw }) => seriesAct(random, zone, draw),
  find: ({ random, zone, where, draw }) => findFor(random, zone, where(), () => draw(zone.kind)),
  'end-pool': ({ random, zone }) => endPool(random, zone),
  retire: ({ random, zone }) => retire(random, zone),
  withdraw: ({ random, zone, nextTag }) => withdrawal(random, zone, nextTag),
  mark: ({ random, zone, reservation, nextTag }) => reservation && markOf(random, zone, reservation, nextTag),
  labelled: ({ random, zone }) => labelled(random, zone),
};

export function isFurther(act) {
  return act in FURTHER;
}

/**
 * @param context `random`, `zone`, a `reservation` of it, `nextTag()`; `where()`, the zone to search or undefined for all;
 *   `draw(form)`, the tag and the amounts of a demand of a form
 */
export function planFurther(act, context) {
  return FURTHER[act](context);
}
