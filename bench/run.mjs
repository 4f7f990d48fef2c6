// All benchmarks, one after the other; Markdown on stdout, progress on stderr. Those on a million live reservations
// share one database, whose loading takes most of their time.
import { run as admissionCost } from './admission-cost.mjs';
import { run as capacityQueries } from './capacity-queries.mjs';
import { run as createReservation } from './create-reservation.mjs';
import { run as foldRebuild } from './fold-rebuild.mjs';
import { startFewAndMany } from './support/live-reservations.mjs';

await createReservation();
const scale = await startFewAndMany();
try {
  await foldRebuild(scale);
  await capacityQueries(scale);
  await admissionCost(scale);
} finally {
  await scale.stop();
}
