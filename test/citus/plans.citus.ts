import { Client } from 'pg';
import { hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

interface Sent {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Statements that go to several shards by design: polls, and look-ups by an id alone. */
const OVER_ALL = /-on-cluster$|-in-reach$/;

const sent = new Map<string, Sent>();
const original = Reflect.get(Client.prototype, 'query') as (...all: unknown[]) => unknown;

/** Notes every statement that the service sends, with its values. */
function record(this: Client, ...parameters: unknown[]): unknown {
  const [first, second] = parameters;
  const statement =
    typeof first === 'string'
      ? { text: first, values: Array.isArray(second) ? second : undefined }
      : (first as Sent);
  if (typeof statement.text === 'string') sent.set(statement.text, statement);
  return original.apply(this, parameters);
}

describe('the statements of the service on a cluster', () => {
  beforeAll(async () => {
    Reflect.set(Client.prototype, 'query', record);
    const zone = newZone();
    const window: [string, string] = [hour(1), hour(3)];
    const { provider } = await service.provider({ cores: 100, ram: 1_000, instances: 10 }, { zone });
    const id = await reserved(service, zone, window, { cores: 10, instances: 1 });
    for (const [name, body] of [
      ['update-reservation', { 'reservation-id': id, capacity: { cores: 20 } }],
      [
        'create-reservation',
        { zone, start: window[0], end: window[1], elements: [`ResourceReservation:${id}`] },
      ],
      ['query-capacity', { zone, capacity: 'available', window: { start: window[0], end: window[1] } }],
      [
        'query-capacity',
        { zone, elements: [id], window: { start: window[0], end: window[1] }, 'show-collections': true },
      ],
      ['query-reservation', { zone, window: { start: window[0], end: window[1] } }],
      ['increase-capacity', { source: provider, capacity: { cores: 5 } }],
      ['decrease-capacity', { source: provider, capacity: { cores: 5 } }],
      ['cancel-reservation', { 'reservation-id': id }],
    ] as const) {
      await service.operation(name, body);
    }
    await service.http.get(`/reservations/${id}`);
    Reflect.set(Client.prototype, 'query', original);
  });
  afterAll(() => {
    Reflect.set(Client.prototype, 'query', original);
  });

  async function planOf({ text, values }: Sent): Promise<string> {
    const client = new Client({ connectionString: service.database.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.end();
    }
  }

  const ofOneZone = ({ name = '', text }: Sent): boolean =>
    !OVER_ALL.test(name) && (/zone_id = \$\d/.test(text) || /append_draft_/.test(text));

  it('are one task if they name a zone: one snapshot of it, on its node', async () => {
    const found = [...sent.values()].filter(ofOneZone);
    const names = found.map(({ name = '' }) => name);
    expect(names).toEqual(expect.arrayContaining(['append-in-zone', 'is-current']));
    expect(names.some((name) => name.startsWith('read-snapshot'))).toBe(true);
    expect(found.length).toBeGreaterThan(5);
    const split: string[] = [];
    for (const statement of found) {
      const plan = await planOf(statement);
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      const isOne = tasks.length === 1 && tasks[0] === 1 && !plan.includes('Distributed Subplan');
      if (!isOne) split.push(`${statement.name ?? ''} ${statement.text}\n${plan}`);
    }
    expect(split).toEqual([]);
  });

  it('write to one shard each', () => {
    const writes = [...sent.values()].filter(
      ({ name = '', text }) =>
        !OVER_ALL.test(name) &&
        /\b(update|delete from|insert into) (zones|providers|ledger_entries|pool_entries|reservations|claims|instances|address_assignments|reconciliations)\b/i.test(
          text,
        ),
    );
    const unnamed = writes.filter(
      (statement) =>
        !ofOneZone(statement) && !/^insert into zones|^\s*insert into "providers"/i.test(statement.text),
    );
    expect(unnamed.map(({ text }) => text)).toEqual([]);
  });
});
