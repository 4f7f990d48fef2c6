import TestSequencer from '@jest/test-sequencer';

/** They take longest. One that begins last would keep a single worker busy while the other has nothing left to do. */
const SLOWEST = [
  'bench/benches',
  'prove/breaks',
  'notifications/worker-killed',
  'prove/sound',
  'invariants/many-clients',
  'instances/cut-off',
  'instances/killed',
  'process/shutdown',
  'security/keys-rotate',
  'metrics/database-away',
];

/** Jest knows what took how long only where it has run before; a clean checkout has no such memory. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = SLOWEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
      return index < 0 ? SLOWEST.length : index;
    };
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}
