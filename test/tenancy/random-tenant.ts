import { bearer } from '../access/guarded-service.js';
import type { Random } from '../support/random.js';
import type { RunningService } from '../support/service.js';
import { aheadActs } from './ahead-acts.js';
import { idsMadeBy, nextOf } from './told-in-answers.js';

type Body = Record<string, any>;
type Texts = Readonly<Record<string, string>>;

/** An answer as received, without the ids that its request named, because some refusals repeat them. */
export interface Heard {
  readonly request: string;
  readonly bytes: string;
}

const REPORTS = [
  '/reports/idle',
  '/reports/usage?from=2029-12-31T00:00:00Z&to=2030-01-02T00:00:00Z&by=reservation',
  '/reports/usage?from=2029-12-31T00:00:00Z&to=2030-01-02T00:00:00Z&by=tenant',
];

const LISTS = ['reservations', 'instances', 'subscriptions', 'deliveries'] as const;
const KINDS = ['compute', 'network', 'storage'] as const;

/** A consumer that acts at random, with its own ids and with those of others, and records the answers. */
export class RandomTenant {
  readonly heard: Heard[] = [];
  /** All ids that it has received, of reservations, instances, subscriptions and deliveries. */
  private readonly ids: string[] = [];
  private readonly series: string[] = [];
  private count = 0;

  constructor(
    readonly name: string,
    private readonly service: RunningService,
    private readonly key: string,
    readonly random: Random,
    private readonly receiver: string,
    private readonly others: () => readonly RandomTenant[],
  ) {}

  async act(): Promise<void> {
    const { random } = this;
    const id = this.any(({ ids }) => ids);
    const series = this.any((tenant) => tenant.series);
    const kind = random.pick(KINDS);
    const mark = `${this.name}-text-${++this.count}`;
    const acts: (() => Promise<unknown>)[] = [
      () => this.post('/create-reservation', this.reservation(mark)),
      () => this.post('/create-reservation', { ...this.reservation(mark), elements: [id] }),
      () => this.post('/reservation/compute/create', { computePoolReservation: { numCpuCores: 1 } }),
      () => this.post('/reservation/network/create', { networkReservation: { numPublicIps: 1 } }),
      () => this.post('/reservation/storage/create', { storagePoolReservation: { storageSize: 1 } }),
      () => this.post('/update-reservation', { 'reservation-id': id, ...this.reservation(mark) }),
      () =>
        this.post('/update-reservation', { 'reservation-id': id, elements: [this.any(({ ids }) => ids)] }),
      () =>
        this.post(`/reservation/${kind}/update`, { reservationId: id, startTime: '2031-01-01T00:00:00Z' }),
      () => this.post('/cancel-reservation', { 'reservation-id': id }),
      () => this.send('delete', `/reservation/${kind}/${id}`),
      () => this.post('/create-instance', { ...server(mark), 'reservation-id': id }),
      () => this.post('/create-instance', server(mark)),
      () => this.post('/destroy-instance', { 'instance-id': id }),
      () => this.send('patch', `/instances/${id}`, { name: mark, labels: { mark } }),
      () =>
        this.post('/query-capacity', {
          ...this.query(id),
          capacity: random.pick(['total', 'reserved', 'usage', 'available']),
        }),
      () => this.post('/query-reservation', this.query(id)),
      () => this.send('get', `/reservation/${kind}/query`, random.chance(0.5) ? { limit: 2 } : filterOf(id)),
      () => this.post('/reservation/subscribe', { inputFilter: [], callbackUri: this.address(mark) }),
      () => this.post('/reservation/subscribe', { inputFilter: [{ reservationId: id }] }),
      () =>
        this.post('/capacity/compute/subscribe', {
          computeResourceTypeId: 'cpuCores',
          callbackUri: this.address(mark),
        }),
      () =>
        this.post(
          `/subscriptions/${id}/${random.pick(['test', 'enable', 'rotate-secret', 'redeliver'])}`,
          {},
        ),
      () => this.send('patch', `/subscriptions/${id}`, { callbackUri: this.address(mark) }),
      () => this.send('delete', `/subscriptions/${id}`),
      () => this.post(`/deliveries/${id}/redeliver`, {}),
      () => this.get(`/${random.pick(LISTS)}/${id}`),
      () => this.send('get', `/subscriptions/${id}/deliveries?limit=2`),
      () => this.send('get', this.list(id)),
      () => this.send('get', random.pick(REPORTS)),
      () => this.post('/cancel-reservation', { 'reservation-id': id, 'dry-run': true }),
      () => this.send('get', random.pick(['/zones', '/providers', '/pools', '/notifications', '/zones/z1'])),
    ];
    const ahead = aheadActs(this, { id, series, mark });
    await random.pick(random.chance(0.35) ? ahead : acts)();
  }

  /** Picks its own id twice as often as that of another tenant. */
  private any(idsOf: (tenant: RandomTenant) => readonly string[]): string {
    const ids = this.random.chance(0.66) ? idsOf(this) : this.others().flatMap(idsOf);
    return ids.length === 0 ? '01890a5d-ac96-774b-bcce-b302099a8057' : this.random.pick(ids);
  }

  private reservation(mark: string): Body {
    return { zone: 'z1', capacity: { cores: 1, ram: 512, instances: 1 }, name: mark, labels: { mark } };
  }

  private query(id: string): Body {
    const { random } = this;
    return random.pick<Body>([
      {},
      { without: [id] },
      { elements: { some: [id] } },
      { limit: 1 },
      { elements: { every: [id] }, without: [this.any(({ ids }) => ids)] },
    ]);
  }

  private address(mark: string): string {
    return `${this.receiver}/${mark}`;
  }

  private list(id: string): string {
    const filters = [
      '',
      `tenant=${this.random.pick(['red', 'blue'])}`,
      `reservation=${id}`,
      `subscription=${id}`,
    ];
    return `/${this.random.pick(LISTS)}?limit=2&order=${this.random.pick(['asc', 'desc'])}&${this.random.pick(filters)}`;
  }

  async get(path: string): Promise<void> {
    await this.send('get', path);
  }

  /** Number of items in its lists. */
  async counts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const list of LISTS) {
      counts[list] = 0;
      for (let next: string | undefined = ''; next !== undefined;) {
        const path = `/${list}?limit=1000${next && `&cursor=${encodeURIComponent(next)}`}`;
        const { body } = await this.service.http.get(path).set(bearer(this.key));
        counts[list] += (body as Body).items.length;
        ({ next } = body as Body);
      }
    }
    return counts;
  }

  /** Sends a request, sometimes under an idempotency key, and then sometimes twice. All tenants use the same keys at the same time. */
  async post(path: string, body: Body): Promise<void> {
    if (this.random.chance(0.5)) return void (await this.send('post', path, body));
    const key = { 'Idempotency-Key': `key-${this.count}` };
    const first = await this.send('post', path, body, key);
    expect(first).not.toHaveProperty('idempotency-replayed');
    if (this.random.chance(0.5)) await this.send('post', path, body, key);
  }

  private async send(
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    body?: Body,
    headers: Texts = {},
  ): Promise<Texts> {
    const answer = await this.service.http[method](path).set(bearer(this.key)).set(headers).send(body);
    const request = `${method} ${path} ${JSON.stringify(body ?? {})}`;
    expect([request, answer.status < 500 || answer.status === 503]).toEqual([request, true]);
    const cursor = nextOf(answer.text);
    const bytes = [
      JSON.stringify(answer.headers),
      answer.text,
      Buffer.from(cursor, 'base64url').toString(),
    ].join('\n');
    const sent = request.match(UUIDS) ?? [];
    this.heard.push({ request, bytes: sent.reduce((rest, id) => rest.replaceAll(id, ''), bytes) });
    if (answer.status < 400) this.remember(answer.body as Body);
    return answer.headers;
  }

  private remember(made: Body): void {
    this.ids.push(...idsMadeBy(made));
    if (typeof made['series-id'] === 'string') this.series.push(made['series-id']);
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function server(name: string): Body {
  return { name, image: `image-of-${name}`, flavor: 'm1.tiny' };
}

function filterOf(reservationId: string): Body {
  return { queryReservationFilter: [{ reservationId }] };
}
