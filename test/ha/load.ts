import { Caller } from '../support/calls.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import { LoadClient } from './client.js';
import { Journal } from './journal.js';

const CAPACITY = { cores: 30_000, ram: 2_000_000_000, instances: 30_000 };
/** Longer than a request and its repetition may take. */
const LAST_ANSWERS_MS = 60_000;
const WRITES_MS = 60_000;
const INTERVAL_MS = 50;

/** Clients of every kind in every zone, which send requests all the time. */
export class Load {
  private readonly running: Promise<void[]>;

  private constructor(
    readonly caller: Caller,
    readonly clients: readonly LoadClient[],
    readonly journal: Journal,
  ) {
    this.running = Promise.all(clients.map((client) => client.run()));
    this.running.catch((error: unknown) => journal.violations.push(`a client failed: ${String(error)}`));
  }

  /** Creates the zones and a subscription to all reservations, and starts the clients. */
  static async prepare(proxyUrl: string, zones: readonly string[], callbackUri: string): Promise<Load> {
    const caller = new Caller(proxyUrl);
    const journal = new Journal(zones);
    const subscribed = await caller.post('/reservation/subscribe', { inputFilter: [], callbackUri });
    expect(subscribed.status).toBe(201);
    const clients: LoadClient[] = [];
    for (const zone of zones) {
      const provider = await addProvider(caller, zone);
      for (const [keepsAlive, isPersistent] of KINDS) {
        const name = `${zone}-${keepsAlive ? 'kept' : 'new'}-${isPersistent ? 'key' : 'bare'}`;
        const random = new Random(clients.length);
        clients.push(
          new LoadClient({ name, zone, provider, proxyUrl, random, journal, keepsAlive, isPersistent }),
        );
      }
    }
    return new Load(caller, clients, journal);
  }

  /** Waits until every zone has an acknowledged write after an instant. Returns the time of the last zone's first write. */
  writesAgain(since: number): Promise<number> {
    return eventually(
      () => {
        const first = this.journal.firstWrites(since);
        if (first === undefined) throw new Error('not every zone takes writes');
        return Promise.resolve(first);
      },
      WRITES_MS,
      INTERVAL_MS,
    );
  }

  /** Waits for `count` more writes in every zone. */
  goOn(count: number): Promise<void> {
    const begun = performance.now();
    return eventually(
      () => {
        expect(this.journal.fewestWrites(begun)).toBeGreaterThanOrEqual(count);
        return Promise.resolve();
      },
      WRITES_MS,
      INTERVAL_MS,
    );
  }

  /** Stops the clients after the answers to their last requests, or after a timeout. */
  async stop(): Promise<void> {
    for (const client of this.clients) client.end();
    const impatience = setTimeout(() => {
      for (const client of this.clients) client.giveUp();
    }, LAST_ANSWERS_MS);
    await this.running.catch(() => undefined);
    clearTimeout(impatience);
  }
}

/** Whether a client keeps its connection, and whether it repeats requests under a key. */
const KINDS: readonly [boolean, boolean][] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

async function addProvider(caller: Caller, zone: string): Promise<string> {
  const added = await caller.post('/add-provider', {
    'provider-type': 'simulated',
    endpoint: `http://${zone}.example:5000/v3`,
    username: 'operator',
    password: 'secret',
    zone,
    tenant: { id: 't1', name: 'Tenant' },
  });
  const source: string = added.body['provider-id'];
  const increased = await caller.post('/increase-capacity', { source, capacity: CAPACITY });
  expect([added.body, increased.body]).toMatchObject([{ result: 'ok' }, { result: 'ok' }]);
  return source;
}
