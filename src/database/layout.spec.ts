import type { Client } from 'pg';
import { DatabaseLayout } from './layout.js';

const NODE = 'worker:5432';

/** A coordinator whose only node hangs, behind a PgBouncer that may give each transaction another connection. */
function coordinator() {
  const outside: string[] = [];
  const inside: string[] = [];
  let isOpen = false;
  const rowsOf = (text: string): object[] => {
    if (text.includes('as found')) return [{ found: true }];
    if (text.includes('as node\n  from pg_dist_node')) return [{ node: NODE }];
    if (text.includes('run_command_on_shards')) return [{ result: '["z1"]' }];
    return [{ zone_id: 'z1', node: NODE }];
  };
  const query = (text: string): Promise<{ rows: object[] }> => {
    if (text.startsWith('begin')) isOpen = true;
    (isOpen ? inside : outside).push(text);
    if (text === 'commit') isOpen = false;
    if (text.includes('citus_check_connection_to_node'))
      return Promise.reject(new Error('statement timeout'));
    return Promise.resolve({ rows: rowsOf(text) });
  };
  return { client: { query } as unknown as Client, inside, outside };
}

describe('the look at the nodes of a cluster', () => {
  it('limits each question within its transaction, and no connection beyond that', async () => {
    const { client, inside, outside } = coordinator();
    const layout = new DatabaseLayout();
    await layout.read(client, 5_000);
    expect(layout.zonesAway).toEqual(['z1']);
    expect(outside.filter((text) => /\bset\b/.test(text))).toEqual([]);
    const begun = inside.filter((text) => text.includes('set local statement_timeout = 5000'));
    expect(begun).toHaveLength(4);
    expect(inside.filter((text) => text === 'commit')).toHaveLength(begun.length);
  });
});
