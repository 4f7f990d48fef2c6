import TestSequencer from '@jest/test-sequencer';

/** The slowest suites, which start first. A slow suite that starts last would leave the other worker idle. */
const SLOWEST = [
  'prove/breaks.system',
  'bench/benches.system',
  'notifications/worker-killed.system',
  'invariants/capacity.test',
  'invariants/addresses.test',
  'notifications/delivery.test',
  'notifications/capacity.test',
  'instances/reconciliation.test',
  'http/hostile.test',
  'northbound/refusals.test',
  'reservations-ahead/ahead.test',
  'metrics/metrics.test',
  'notifications/subscriptions.test',
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
