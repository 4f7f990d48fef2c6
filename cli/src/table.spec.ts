import { tableText } from './table.js';

interface Row {
  readonly name: string;
  readonly count: number;
}

const columns = { NAME: ({ name }: Row) => name, COUNT: ({ count }: Row) => count };

describe('a table', () => {
  it('is aligned by the columns that characters take on a terminal', () => {
    const rows = [
      { name: '日本', count: 1 },
      { name: 'e\u0301🎉x', count: 20 },
      { name: 'plain', count: 300 },
    ];
    expect(tableText(rows, columns).split('\n')).toEqual([
      'NAME   COUNT',
      '日本       1',
      'e\u0301🎉x      20',
      'plain    300',
      '',
    ]);
  });

  it('may have more rows than a call can have arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, count) => ({ name: 'n', count }));
    expect(tableText(rows, columns)).toHaveLength(200_001 * 'NAME   COUNT\n'.length);
  });
});
