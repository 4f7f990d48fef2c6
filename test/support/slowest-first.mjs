import TestSequencer from '@jest/test-sequencer';

/** The slowest suites, which start first. A slow suite that starts last would leave the other worker idle. */
const SLOWEST = [
  'prove/breaks.system',
  'bench/benches.system',
  'prove/sound.system',
  'notifications/worker-killed.system',
  'notifications/capacity.test',
  'instances/reconciliation.test',
  'invariants/capacity.test',
  'whatif/whatif.test',
  'operations/rules.test',
  'http/http.test',
  'access/access.test',
  'providers/providers.test',
  'notifications/delivery.test',
  'faults/faults.test',
  'database/database.test',
  'northbound/resources.test',
  'operations/capacity.test',
  'operations/reservations.test',
  'operations/queries.test',
  'tenancy/tenancy.test',
  'notifications/subscriptions.test',
  'reservations-ahead/ahead.test',
  'metrics/metrics.test',
  'journeys/journeys.test',
  'instances/cut-off.system',
  'instances/killed.system',
  'process/shutdown.system',
  'security/keys-rotate.system',
];

/** Jest knows durations only from earlier runs, and a clean checkout has none. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = SLOWEST.findIndex((name) => path.endsWith(`/test/${name}.ts`));
      return index < 0 ? SLOWEST.length : index;
    };
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}
