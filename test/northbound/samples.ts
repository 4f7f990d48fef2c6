import { SAMPLE } from '../../src/openapi/samples.js';
import type { RunningService } from '../support/service.js';

const CAPACITY = {
  cores: 1000,
  ram: 1e6,
  instances: 1000,
  addresses: 100,
  gigabytes: 1e5,
  volumes: 1000,
  snapshots: 1000,
};

const OF_ONE = {
  ...CAPACITY,
  cores: 4,
  ram: 8192,
  instances: 2,
  addresses: 1,
  gigabytes: 100,
  volumes: 1,
  snapshots: 1,
};

const SERIES = {
  zone: SAMPLE.zone,
  start: SAMPLE.start,
  end: SAMPLE.end,
  capacity: { cores: 1 },
  repeat: 'FREQ=WEEKLY;COUNT=2',
};

const FLAVOR = { name: 'web', image: 'debian-13', flavor: 'm1.small' };

/** Placeholder of a provider that no other example uses. */
const LOST = 'lost';
const LOST_POOL = 'ended';
/** Placeholder of an API key. */
const KEY = 'key-of-its-own';

const SAMPLE_IN_PATH: Readonly<Record<string, string>> = {
  'delete /providers/{id}': LOST,
  'delete /pools/{id}': LOST_POOL,
  '/keys/{id}': KEY,
  '/keys/{id}/rotate': KEY,
  '/providers/{id}': SAMPLE.provider,
  '/providers/{id}/discover': SAMPLE.provider,
  '/providers/{id}/reconcile': SAMPLE.provider,
  '/providers/{id}/withdraw': LOST,
  '/zones/{id}': SAMPLE.zone,
  '/zones/{id}/addresses': SAMPLE.zone,
  '/pools/{id}': SAMPLE.pool,
  '/reservations/{id}': SAMPLE.reservation,
  '/instances/{id}': SAMPLE.instance,
  '/subscriptions/{id}': SAMPLE.subscription,
  '/subscriptions/{id}/rotate-secret': SAMPLE.subscription,
  '/subscriptions/{id}/enable': SAMPLE.subscription,
  '/subscriptions/{id}/deliveries': SAMPLE.subscription,
  '/subscriptions/{id}/redeliver': SAMPLE.subscription,
  '/subscriptions/{id}/test': SAMPLE.subscription,
  '/deliveries/{id}': SAMPLE.notification,
  '/deliveries/{id}/redeliver': SAMPLE.notification,
};

/** Replaces the sample ids in the examples of the document by ids of a running service. */
export class Samples {
  private constructor(
    private readonly service: RunningService,
    readonly provider: string,
    private readonly pool: string,
  ) {}

  static async in(service: RunningService): Promise<Samples> {
    const { provider, pool } = await service.provider(CAPACITY, { zone: SAMPLE.zone });
    return new Samples(service, provider, pool);
  }

  /** An example of a request, on newly created objects. */
  async example(method: string, path: string, value: unknown): Promise<{ path: string; body?: string }> {
    const inPath = SAMPLE_IN_PATH[`${method} ${path}`] ?? SAMPLE_IN_PATH[path] ?? SAMPLE.reservation;
    let asked = JSON.stringify([path.replace(/\{\w+\}/, inPath), value]);
    for (const [sample, idOf] of Object.entries(this.makers())) {
      if (asked.includes(sample)) asked = asked.replaceAll(sample, await idOf());
    }
    const [madePath, madeValue] = JSON.parse(asked) as [string, unknown];
    return { path: madePath, body: value === undefined ? undefined : JSON.stringify(madeValue) };
  }

  /** For each sample, a function that creates its object anew, so that no example meets the effect of another. */
  private makers(): Record<string, () => Promise<string>> {
    const { service } = this;
    const subscribe = async (): Promise<string> => {
      const subscription = { inputFilter: [], callbackUri: 'http://nowhere.invalid' };
      const { body } = await service.http.post('/reservation/subscribe').send(subscription);
      return body.reservationChangeSubscriptionId as string;
    };
    const made = async (operation: string, request: object, member: string): Promise<string> =>
      (await service.operation(operation, request))[member] as string;
    return {
      [SAMPLE.provider]: () => Promise.resolve(this.provider),
      [KEY]: async () => {
        const { body } = await service.http.post('/keys').send({ name: 'sample', role: 'auditor' });
        return body.keyId as string;
      },
      [LOST]: async () => (await service.provider({ cores: 1 }, { zone: LOST })).provider,
      [LOST_POOL]: async () => (await service.provider({ cores: 1 }, { zone: LOST })).pool,
      [SAMPLE.pool]: () => Promise.resolve(this.pool),
      [SAMPLE.reservation]: () =>
        made('create-reservation', { zone: SAMPLE.zone, capacity: OF_ONE }, 'reservation-id'),
      [SAMPLE.series]: () => made('create-reservation', SERIES, 'series-id'),
      [SAMPLE.instance]: () => made('create-instance', FLAVOR, 'instance-id'),
      [SAMPLE.subscription]: subscribe,
      [SAMPLE.notification]: async () => {
        const told = await service.http.post(`/subscriptions/${await subscribe()}/test`);
        return told.body.deliveryId as string;
      },
    };
  }
}
