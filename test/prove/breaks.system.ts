import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prove } from './run.js';

/** A checker without findings proves something only if it finds real mistakes. Slow: each row starts a PostgreSQL and the built service. */
const FOUND: readonly [name: string, processes: string, property: string, ...more: string[]][] = [
  ['skip-compare-and-set', '3', 'P1'],
  ['closed-intervals', '1', 'P3'],
  ['merge-without-recheck', '1', 'P1'],
  ['shared-nothing', '1', 'P1'],
  ['elements-ignored', '1', 'P1'],
  ['traits-ignored', '1', 'P1'],
  ['form-lost', '1', 'P2'],
  ['keys-shared', '1', 'P3'],
  ['key-ignored', '1', 'P4'],
  ['addresses-kept', '1', 'P3'],
  ['undo-incomplete', '1', 'P1'],
  ['move-keeps-holding', '1', 'P2'],
  ['first-claim-only', '1', 'P2'],
  ['stale-reads', '3', 'P1'],
  ['first-edge-lost', '1', 'P6'],
  ['edge-when-it-ends', '1', 'P6'],
  ['zones-remembered', '1', 'P1'],
  ['force-spares-all', '1', 'P1'],
  // Few queries leave out a provider that holds something at that time.
  ['without-ignored', '1', 'P1', '--reads', '50', '--calls', '5000'],
  ['early-expiry', '1', 'P4'],
  ['protection-ignored', '1', 'P2'],
  ['moves-untold', '1', 'P6'],
  ['limits-ignored', '1', 'P1'],
  ['waiting-passed-over', '1', 'P3'],
  ['waiting-admitted-twice', '1', 'P4'],
  ['hold-kept', '1', 'P2'],
  ['dry-run-kept', '1', 'P4'],
  ['window-offered-late', '1', 'P5'],
  ['last-hour-kept', '1', 'P7'],
  ['owners-ignored', '1', 'P3'],
  ['taken-by-turns', '1', 'P1', '--reads', '50'],
  ['elsewhere-ignored', '1', 'P1'],
  ['audit-unwritten', '1', 'P4'],
  // A few updates in a thousand requests are for a reservation that waits.
  ['start-waited-for', '1', 'P2', '--calls', '8000'],
];

/**
 * The effect of a mistake depends on which requests meet, and some mistakes take a few thousand requests to show. So short rounds with a fixed
 * number of calls and their own random draws follow each other until the mistake is found. Most are found in the first round.
 */
const ROUNDS = ['--calls', '1000', '--seconds', '240', '--minutes', '15'];
const TIMEOUT_MS = 20 * 60_000;

describe('the proof of a service that was broken on purpose', () => {
  it.concurrent.each(FOUND)(
    'finds %s',
    async (name, processes, property, ...more) => {
      const calm = ['--no-faults', ...ROUNDS, '--processes', processes, '--until', property, ...more];
      const { status, output, violated } = await prove('--seed', '7', '--break', name, ...calm);
      expect({ status, violated, output }).toMatchObject({
        status: 1,
        violated: expect.arrayContaining([property]),
      });
      expect(output).toMatch(/to replay: npm run prove -- --seed 7 --round \d+ /);
      const record = /^all violations: (.+?);/m.exec(output);
      if (record) await rm(dirname(record[1]), { recursive: true });
    },
    TIMEOUT_MS,
  );

  it('finds each mistake that there is', async () => {
    const files = ['mistakes.mjs', 'mistakes-beyond.mjs'].map((file) =>
      join(process.cwd(), 'prove/faults', file),
    );
    const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    const names = [...source.matchAll(/^ {2}'([a-z-]+)': \{/gm)].map(([, name]) => name);
    expect(FOUND.map(([name]) => name)).toEqual(names);
  });
});
