import fc from 'fast-check';
import { eventually } from '../support/eventually.js';
import { queuedIn, untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { hour } from '../support/readings.js';
import { cloud, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

const KINDS = [
  ...['create', 'create', 'create', 'update', 'update', 'cancel', 'confirm'],
  ...['increase', 'decrease', 'end', 'retire', 'boot', 'boot', 'destroy'],
];

/** A request. Numbers select among what exists before it. */
export const ACT = fc.record({
  kind: fc.constantFrom(...KINDS),
  start: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 1 }),
  hours: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 4 }),
  capacity: fc.constantFrom<Body>(
    ...[{ cores: 1 }, { cores: 3 }, { cores: 2, ram: 1024, instances: 2 }, { cores: 1, addresses: 1 }],
    { addresses: 3 },
  ),
  which: fc.nat(1000),
  other: fc.nat(1000),
  element: fc.constantFrom(undefined, undefined, undefined, 'reservations', 'instances', 'providers'),
  ahead: fc.constantFrom({}, {}, { wait: true }, { hold: 600 }),
  isDry: fc.constantFrom(undefined, undefined, undefined, undefined, true),
});
export type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

/** One may be decided again after those that came later: whom it displaces has to be read. */
export const FORCED_ACT = ACT.map((act): Act => ({ ...act, kind: act.other % 8 === 0 ? 'force' : act.kind }));

interface Request {
  readonly path: string;
  /** Absent: a DELETE. */
  readonly body?: object;
}

const METRICS = ['available', 'reserved', 'total', 'usage'];

let zones = 0;

/** A zone whose answers can be compared with those of another zone to the same requests. */
export class ComparedZone {
  readonly name = `compared-${++zones}`;
  private readonly net = `10.${zones >> 8}.${zones & 255}`;
  private readonly ids = {
    providers: [] as string[],
    pools: [] as string[],
    reservations: [] as string[],
    instances: [] as string[],
  };

  constructor(private readonly service: RunningService) {}

  async open(): Promise<void> {
    const { ids, net, name } = this;
    for (const [cores, more] of [
      [4, { addresses: 4 }],
      [6, {}],
    ] as const) {
      const { 'provider-id': source } = await this.service.operation('add-provider', {
        ...cloud(),
        zone: name,
      });
      ids.providers.push(source as string);
      const capacity = { cores, ram: 8192, instances: cores, ...more };
      const publicIps = 'addresses' in more ? [`${net}.0/30`] : undefined;
      await this.play([{ path: '/increase-capacity', body: { source, capacity, publicIps } }]);
    }
  }

  /** A request that is stored in any case, so that it waits for the lock of the zone: it waits for capacity that never comes. */
  first(): Request {
    return { path: '/create-reservation', body: { zone: this.name, capacity: { cores: 1000 }, wait: true } };
  }

  /** The requests of acts, as far as there is something that they can be about. */
  requests(acts: readonly Act[]): Request[] {
    return acts.flatMap((act) => this.request(act) ?? []);
  }

  private request({
    kind,
    which,
    other,
    start,
    hours,
    capacity,
    element,
    ahead,
    isDry,
  }: Act): Request | undefined {
    const { ids, name: zone } = this;
    const pick = (list: readonly string[], by = which) => list.at(by % Math.max(list.length, 1));
    const [provider, pool] = [pick(ids.providers), pick(ids.pools)];
    const [reservation, instance] = [pick(ids.reservations), pick(ids.instances)];
    const window = {
      start: start === undefined ? undefined : hour(start),
      end: hours === undefined ? undefined : hour((start ?? 0) + hours),
    };
    const named = element && pick(ids[element as keyof typeof ids], other);
    const elements = named ? [named] : undefined;
    const dry = { 'dry-run': isDry };
    const change = { source: other % 2 === 0 ? provider : pool, ...window, capacity, ...dry };
    const publicIps = 'addresses' in capacity ? [`${this.net}.${8 + 8 * (other % 2)}/29`] : undefined;
    // Without elements: an update that follows such a one in the same batch is decided again after the others.
    const update = {
      'reservation-id': reservation,
      ...(other % 3 === 0 ? {} : window),
      ...(other % 3 === 1 ? {} : { capacity }),
    };
    const isReserved = reservation !== undefined && other % 3 > 0;
    const server = {
      ...{ name: 'web', image: 'debian-13', flavor: 'm1.tiny' },
      'reservation-id': isReserved ? reservation : undefined,
      // Without either it would be in any zone.
      'provider-id': isReserved && other % 2 === 0 ? undefined : provider,
    };
    const requests: Record<string, Request | undefined> = {
      create: {
        path: '/create-reservation',
        body: { zone, ...window, capacity, elements, ...ahead, ...dry },
      },
      update: reservation ? { path: '/update-reservation', body: { ...update, ...dry } } : undefined,
      cancel: reservation
        ? { path: '/cancel-reservation', body: { 'reservation-id': reservation, ...dry } }
        : undefined,
      confirm: reservation
        ? { path: '/confirm-reservation', body: { 'reservation-id': reservation } }
        : undefined,
      increase: { path: '/increase-capacity', body: { ...change, publicIps } },
      decrease: { path: '/decrease-capacity', body: change },
      force: { path: '/decrease-capacity', body: { ...change, force: true } },
      end: { path: `/pools/${pool}` },
      retire: { path: `/providers/${provider}` },
      boot: { path: '/create-instance', body: { ...server, ...dry } },
      destroy: instance
        ? { path: '/destroy-instance', body: { 'instance-id': instance, ...dry } }
        : undefined,
    };
    return requests[kind];
  }

  /** Sends requests one after the other. */
  async play(requests: readonly Request[]): Promise<unknown> {
    const answers: Body[] = [];
    for (const request of requests) answers.push(await this.send(request));
    return this.noted(requests, answers);
  }

  /** Sends requests that are decided in one batch, in this order. The first one has to be stored: it waits for the zone's lock. */
  async playTogether(requests: readonly Request[]): Promise<unknown> {
    const { service, name } = this;
    const answers: Promise<Body>[] = [];
    await whileZoneIsHeld(service.database.url, name, async () => {
      for (const request of requests) {
        const before = queuedIn(service, name);
        let isAnswered = false;
        answers.push(this.send(request).finally(() => (isAnswered = true)));
        const isQueued = (): void => expect(isAnswered || queuedIn(service, name) > before).toBe(true);
        if (answers.length === 1) await untilLockIsAwaited(service.database.url);
        else await eventually(() => Promise.resolve(isQueued()), 5_000, 2);
      }
    });
    return this.noted(requests, await Promise.all(answers));
  }

  private async send({ path, body }: Request): Promise<Body> {
    const { http } = this.service;
    const answer = await (body ? http.post(path).send(body) : http.delete(path));
    const told = answer.body as Body;
    // Those that the batch has changed are named after the others.
    const dependents = (told.dependents as string[] | undefined)?.toSorted();
    return { status: answer.status, ...told, dependents, requestId: undefined };
  }

  private noted(requests: readonly Request[], answers: readonly Body[]): unknown {
    const { pools, reservations, instances } = this.ids;
    for (const answer of answers) {
      if (answer['pool-id']) pools.push(answer['pool-id'] as string);
      if (answer['reservation-id']) reservations.push(answer['reservation-id'] as string);
      if (answer['instance-id']) instances.push(answer['instance-id'] as string);
    }
    // That a provider was retired before is a reason of its own only to who comes later.
    const told = (answer: Body, { path }: Request): Body =>
      path === '/create-instance' && answer.result !== 'ok' ? { isRefused: true } : answer;
    return this.comparable(
      answers.map((answer, index) => ({ ...requests[index], answer: told(answer, requests[index]) })),
    );
  }

  /** What the zone contains, and its figures from now on. */
  async shown(): Promise<unknown> {
    const { name: zone } = this;
    const figures = METRICS.map((capacity) => ({ path: '/query-capacity', body: { zone, capacity } }));
    const lists = ['reservations', 'instances', 'pools'].map(
      async (list) => (await this.service.http.get(`/${list}?zone=${zone}&limit=1000`)).body as unknown,
    );
    return this.comparable([await this.play(figures), await Promise.all(lists)]);
  }

  /** With names instead of ids. */
  private comparable(shown: unknown): unknown {
    let text = JSON.stringify(shown).replaceAll(this.name, 'zone').replaceAll(`${this.net}.`, 'net.');
    for (const [kind, ids] of Object.entries(this.ids))
      for (const [index, id] of ids.entries()) text = text.replaceAll(id, `${kind} ${index}`);
    return JSON.parse(text);
  }
}
