import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { eventually } from '../support/eventually.js';
import { as, believePrincipals, consumer } from '../support/principals.js';
import { startService, type RunningService } from '../support/service.js';

type Headers = Readonly<Record<string, string>>;

/** The ids of the objects of one tenant. */
export interface Belongings {
  readonly compute: string;
  readonly network: string;
  readonly storage: string;
  /** A reservation on hold, and a series. */
  readonly held: string;
  readonly series: string;
  readonly instance: string;
  readonly free: string;
  readonly capacity: string;
  readonly watching: string;
  readonly delivery: string;
}

export interface World {
  readonly service: RunningService;
  readonly provider: string;
  readonly pool: string;
  /** The objects of the tenants `one` and `two`, and those that an operator made without a tenant. */
  readonly one: Belongings;
  readonly two: Belongings;
  readonly nobody: Belongings;
}

export const ZONE = 'z1';
export const OPERATOR: Headers = as('operator');

/** A service with one object of each kind for two tenants, and one without a tenant. */
export async function startWorld(): Promise<World> {
  const service = await startService({ before: believePrincipals });
  const { provider, pool } = await service.provider(
    { cores: 100, ram: 1_000_000, instances: 100, gigabytes: 10_000, volumes: 100, addresses: 200 },
    { zone: ZONE, publicIps: undefined },
  );
  await service.operation('increase-capacity', {
    source: provider,
    capacity: { addresses: 1 },
    publicIps: ['203.0.113.0/24'],
  });
  const [one, two, nobody] = await Promise.all([
    belongings(service, 'one', consumer('one')),
    belongings(service, 'two', consumer('two')),
    belongings(service, 'nobody', OPERATOR),
  ]);
  await eventually(async () => {
    const [{ busy }] = await service.dataSource.query(
      `select count(*)::int as busy from instances where due_at is not null`,
    );
    expect(busy).toBe(0);
  });
  // Otherwise its notifications could be added while a test expects that nothing changes.
  await service.app.get(TellingWorker).tick();
  return { service, provider, pool, one, two, nobody };
}

async function belongings(service: RunningService, name: string, caller: Headers): Promise<Belongings> {
  const post = async (path: string, body: object) => {
    const { body: answer } = await service.http.post(path).set(caller).send(body);
    return answer as Record<string, any>;
  };
  const created = async (kind: string, body: object): Promise<string> =>
    (await post(`/reservation/${kind}/create`, body)).reservationData.reservationId as string;
  const started = async (more: object): Promise<string> => {
    const order = { name: `${name}-server`, image: 'i', flavor: 'm1.tiny', ...more };
    return (await post('/create-instance', order))['instance-id'] as string;
  };
  const reserved = await post('/create-reservation', {
    zone: ZONE,
    capacity: { cores: 4, ram: 4096, instances: 2 },
    name: `${name}-reservation`,
    labels: { of: name },
  });
  const compute = reserved['reservation-id'] as string;
  const held = await post('/create-reservation', { zone: ZONE, capacity: { cores: 1 }, hold: 3600 });
  const series = await post('/create-reservation', {
    zone: ZONE,
    start: '2031-01-01T00:00:00Z',
    end: '2031-01-01T01:00:00Z',
    capacity: { cores: 1 },
    repeat: 'FREQ=DAILY;COUNT=2',
  });
  const watching = (await post('/reservation/subscribe', { inputFilter: [] }))
    .reservationChangeSubscriptionId as string;
  const capacity = await post('/capacity/compute/subscribe', {
    zoneId: ZONE,
    computeResourceTypeId: 'cpuCores',
  });
  return {
    compute,
    network: await created('network', { zoneId: ZONE, networkReservation: { numPublicIps: 1 } }),
    storage: await created('storage', { zoneId: ZONE, storagePoolReservation: { storageSize: 10 } }),
    held: held['reservation-id'] as string,
    series: series['series-id'] as string,
    instance: await started({ 'reservation-id': compute }),
    free: await started({}),
    capacity: capacity.capacityChangeSubscriptionId as string,
    watching,
    delivery: (await post(`/subscriptions/${watching}/test`, {})).deliveryId as string,
  };
}
