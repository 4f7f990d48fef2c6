import { called } from './called.js';

const CLAIM = { text: 'of the floor', wanted: 0.75, measured: 0.789, most: false, unit: '×', isMet: true };

const RESULT = {
  name: 'hot-zone',
  date: '2026-11-21T12:00:00.000Z',
  commit: 'abc1234',
  seconds: 30,
  machine: '2 × Processor',
  facts: { PostgreSQL: '18.4' },
  claims: [CLAIM],
  tables: [{ id: 'rates', title: 'Rates', columns: ['', 'per second'], rows: [['ours', '6,350']] }],
  plots: [{ id: 'throughput', title: 'Throughput' }],
};

/** A page with one placeholder, filled in. */
function filled(place: string, results: readonly object[] = [RESULT]): string {
  const page = `Before.\n\n<!-- bench:${place} -->\nold\n<!-- /bench -->\n\nAfter.\n`;
  return String(called('pages', 'filled', page, results, 'plots'));
}

describe('a page of results', () => {
  it('contains the results in its placeholders, and is otherwise unchanged', () => {
    const page = filled('hot-zone/rates');
    expect(page).toBe(
      'Before.\n\n<!-- bench:hot-zone/rates -->\n\n|  | per second |\n|---|---:|\n| ours | 6,350 |\n\n<!-- /bench -->\n\nAfter.\n',
    );
    expect(called('pages', 'filled', page, [RESULT], 'plots')).toBe(page);
  });

  it('names date and machine, shows the plots, and puts each target beside its result', () => {
    expect(filled('hot-zone')).toContain(
      'Measured on 21 November 2026 at abc1234, in 30 s: 2 × Processor. PostgreSQL: 18.4.',
    );
    expect(filled('hot-zone/throughput.svg')).toContain('![Throughput](plots/throughput.svg)');
    expect(filled('claims')).toContain('| of the floor | hot-zone | **0.789 ×** | ≥ 0.75 × | yes |');
  });

  it('says so where nothing was measured', () => {
    expect(filled('growth/times')).toContain('*Not measured yet.*');
    expect(filled('claims', [])).toContain('*Not measured yet.*');
  });
});

describe('a plot', () => {
  it('has a point for every value, except those without a logarithm', () => {
    const series = [
      {
        name: 'ours & theirs',
        points: [
          [1, 10],
          [16, 0],
          [64, 1000],
        ],
      },
    ];
    const drawn = String(called('plot', 'svg', { title: 'T', x: 'connections', y: 'per second', series }));
    expect(drawn.match(/<circle /g)).toHaveLength(2);
    expect(drawn).toContain('ours &amp; theirs');
    expect(drawn).not.toMatch(/NaN|Infinity/);
  });
});
