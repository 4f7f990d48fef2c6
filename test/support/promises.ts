import { eventually } from './eventually.js';
import { NoAnswer, type Answer, type Caller } from './calls.js';
import type { Amounts } from './model.js';
import type { Random } from './random.js';

/** A possible state of a reservation. After a request without an answer there are several. */
interface Expectation {
  readonly state: 'live' | 'terminated';
  readonly amounts: Amounts;
}

/** A client whose requests may fail. Afterwards its acknowledged requests are compared with the service's data. */
export class PromisedClient {
  readonly reservations = new Map<string, Expectation[]>();
  readonly pools: string[] = [];
  readonly instances: string[] = [];
  acknowledged = 0;
  unanswered = 0;
  unavailable = 0;

  constructor(
    private readonly zone: string,
    private readonly provider: string,
    private readonly random: Random,
  ) {}

  async act(caller: Caller): Promise<void> {
    const draw = this.random.integer(1, 100);
    const certain = [...this.reservations].filter(
      ([, known]) => known.length === 1 && known[0].state === 'live',
    );
    if (draw <= 55 || certain.length === 0) await this.create(caller);
    else if (draw <= 75) await this.update(caller, ...this.random.pick(certain));
    else if (draw <= 90) await this.cancel(caller, ...this.random.pick(certain));
    else if (draw <= 95) await this.increase(caller);
    else await this.createInstance(caller, this.random.pick(certain)[0]);
  }

  /** The differences between the service's data and its earlier answers. */
  async broken(caller: Caller): Promise<string[]> {
    const found: string[] = [];
    for (const [id, expected] of this.reservations) {
      const { status, body } = await caller.get(`/reservations/${id}`);
      const state = body.state === 'terminated' ? 'terminated' : 'live';
      const isKept = expected.some((one) => one.state === state && sameAmounts(one.amounts, body.capacity));
      if (status !== 200 || !isKept)
        found.push(`reservation ${id}: ${JSON.stringify({ expected, status, body })}`);
    }
    for (const id of this.pools) {
      if ((await caller.get(`/pools/${id}`)).status !== 200) found.push(`pool ${id}`);
    }
    for (const id of this.instances) {
      if ((await caller.get(`/instances/${id}`)).status !== 200) found.push(`instance ${id}`);
    }
    return found;
  }

  private async create(caller: Caller): Promise<void> {
    const amounts = { cores: this.random.integer(1, 3), instances: 1, ram: this.random.integer(1, 4096) };
    const answer = await this.post(caller, 'create-reservation', { zone: this.zone, capacity: amounts });
    if (answer) this.reservations.set(answer['reservation-id'], [{ state: 'live', amounts }]);
  }

  private async update(caller: Caller, id: string, [known]: Expectation[]): Promise<void> {
    const amounts = { ...known.amounts, ram: this.random.integer(1, 4096) };
    const changed: Expectation = { state: 'live', amounts };
    this.reservations.set(id, [known, changed]);
    const answer = await this.post(caller, 'update-reservation', { 'reservation-id': id, capacity: amounts });
    if (answer) this.reservations.set(id, [changed]);
    else if (answer === null) this.reservations.set(id, [known]);
  }

  private async cancel(caller: Caller, id: string, [known]: Expectation[]): Promise<void> {
    const ended: Expectation = { state: 'terminated', amounts: known.amounts };
    this.reservations.set(id, [known, ended]);
    const answer = await this.post(caller, 'cancel-reservation', { 'reservation-id': id });
    if (answer) this.reservations.set(id, [ended]);
    else if (answer === null) this.reservations.set(id, [known]);
  }

  private async increase(caller: Caller): Promise<void> {
    const answer = await this.post(caller, 'increase-capacity', {
      source: this.provider,
      capacity: { cores: 1 },
    });
    if (answer) this.pools.push(answer['pool-id']);
  }

  private async createInstance(caller: Caller, reservation: string): Promise<void> {
    const body = { 'reservation-id': reservation, name: 'n', image: 'i', flavor: 'm1.tiny' };
    const answer = await this.post(caller, 'create-instance', body);
    if (answer) this.instances.push(answer['instance-id']);
  }

  /** The answer if it succeeded; null if it certainly had no effect; undefined if its outcome is unknown. */
  private async post(
    caller: Caller,
    operation: string,
    body: object,
  ): Promise<Answer['body'] | null | undefined> {
    let answer: Answer;
    try {
      answer = await caller.post(`/${operation}`, body);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.unanswered++;
      return undefined;
    }
    if (answer.status === 503) {
      expect(answer.headers['retry-after']).toBeDefined();
      this.unavailable++;
      return undefined;
    }
    expect({ operation, status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    this.acknowledged++;
    return answer.body.result === 'ok' ? answer.body : null;
  }
}

function sameAmounts(a: Amounts, b: Amounts | undefined): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b ?? {})]);
  return b !== undefined && [...names].every((name) => (a[name] ?? 0) === (b[name] ?? 0));
}

export function promisedClients(
  count: number,
  zone: string,
  provider: string,
  randoms: (index: number) => Random,
) {
  return Array.from({ length: count }, (_, index) => new PromisedClient(zone, provider, randoms(index)));
}

export function totalOf(
  clients: readonly PromisedClient[],
  figure: 'acknowledged' | 'unanswered' | 'unavailable',
) {
  return clients.reduce((sum, client) => sum + client[figure], 0);
}

/** Keeps clients busy for as long as some work takes, then waits for their last answers. */
export async function underLoad(
  clients: readonly PromisedClient[],
  caller: Caller,
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const load = clients.map(async (client) => {
    while (!isOver) {
      await client.act(caller);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  // The first failure is the cause. The load ends with the work in any case.
  const busy = Promise.all(load);
  try {
    await Promise.race([work(), busy]);
  } finally {
    isOver = true;
    await busy;
  }
}

/** Waits until `count` more requests have been answered. */
export async function moreAnswers(clients: readonly PromisedClient[], count: number): Promise<void> {
  const wanted = totalOf(clients, 'acknowledged') + count;
  await eventually(() => {
    expect(totalOf(clients, 'acknowledged')).toBeGreaterThanOrEqual(wanted);
    return Promise.resolve();
  }, 60_000);
}
