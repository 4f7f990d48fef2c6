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

/** Stands for a provider that nothing else is done with. */
const LOST = 'lost';
const LOST_POOL = 'ended';
/** Stands for an API key. */
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

/** What the samples in the examples of the document stand for in a running service. */
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

  /** An example of a request, on things of its own. */
  async example(method: string, path: string, value: unknown): Promise<{ path: string; body?: string }> {
    const ids = Object.entries(await this.freshIds());
    const replaced = (text: string): string =>
      ids.reduce((all, [sample, id]) => all.replaceAll(sample, id), text);
    const inPath = replaced(
      SAMPLE_IN_PATH[`${method} ${path}`] ?? SAMPLE_IN_PATH[path] ?? SAMPLE.reservation,
    );
    return {
      path: path.replace(/\{\w+\}/, inPath),
      body: value === undefined ? undefined : replaced(JSON.stringify(value)),
    };
  }

  /** Something of each sort that a sample may stand for, so that no example finds the work of another one done. */
  private async freshIds(): Promise<Record<string, string>> {
    const { service } = this;
    const capacity = { ...CAPACITY, cores: 4, ram: 8192, instances: 2, addresses: 1, gigabytes: 100 };
    const few = { ...capacity, volumes: 1, snapshots: 1 };
    const reserved = await service.operation('create-reservation', { zone: SAMPLE.zone, capacity: few });
    const series = await service.operation('create-reservation', {
      zone: SAMPLE.zone,
      start: SAMPLE.start,
      end: SAMPLE.end,
      capacity: { cores: 1 },
      repeat: 'FREQ=WEEKLY;COUNT=2',
    });
    const flavor = { name: 'web', image: 'debian-13', flavor: 'm1.small' };
    const created = await service.operation('create-instance', flavor);
    const subscription = { inputFilter: [], callbackUri: 'http://nowhere.invalid' };
    const { body } = await service.http.post('/reservation/subscribe').send(subscription);
    const told = await service.http.post(`/subscriptions/${body.reservationChangeSubscriptionId}/test`);
    const key = await service.http.post('/keys').send({ name: 'sample', role: 'auditor' });
    const lost = await service.provider({ cores: 1 }, { zone: LOST });
    return {
      [SAMPLE.provider]: this.provider,
      [KEY]: key.body.keyId,
      [LOST]: lost.provider,
      [LOST_POOL]: lost.pool,
      [SAMPLE.pool]: this.pool,
      [SAMPLE.reservation]: reserved['reservation-id'],
      [SAMPLE.series]: series['series-id'],
      [SAMPLE.instance]: created['instance-id'],
      [SAMPLE.subscription]: body.reservationChangeSubscriptionId,
      [SAMPLE.notification]: told.body.deliveryId,
    };
  }
}
