import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService, type ServiceOptions } from './service.js';

type Body = Record<string, any>;

const MIDNIGHT = Date.parse('2030-01-02T00:00:00Z') / 1000;

/** `hour(9)` is 09:00 on 2030-01-02, the day after the one the test clock starts on. */
export function hour(hours: number): string {
  return formatInstant(MIDNIGHT + hours * 3600);
}

/** `second(1)` is a second after midnight of that day. */
export function second(seconds: number): string {
  return formatInstant(MIDNIGHT + seconds);
}

/** The wire time `seconds` after the service's now. */
export function fromNow(service: RunningService, seconds: number): string {
  return formatInstant(service.clock.now() + seconds);
}

export function reserve(
  service: RunningService,
  zone: string,
  [start, end]: readonly [string | undefined, string | undefined],
  capacity: object,
  more: object = {},
): Promise<Body> {
  return service.operation('create-reservation', { zone, start, end, capacity, ...more });
}

/** Makes a reservation and returns its id. */
export async function reserved(...reservation: Parameters<typeof reserve>): Promise<string> {
  return (await reserve(...reservation))['reservation-id'] as string;
}

/** A metric of query-capacity at one instant, by default what is available now. */
export async function capacityAt(
  service: RunningService,
  zone: string,
  when = fromNow(service, 0),
  metric: 'total' | 'reserved' | 'available' | 'usage' = 'available',
): Promise<Record<string, number>> {
  const window = { start: when, end: formatInstant(Date.parse(when) / 1000 + 1) };
  const answer = await service.operation('query-capacity', { capacity: metric, zone, window });
  // Otherwise the test would fail without the reason.
  expect(answer).toMatchObject({ result: 'ok' });
  return answer.utilization[0].capacity as Record<string, number>;
}

export async function availableCores(service: RunningService, zone: string, when?: string): Promise<number> {
  return (await capacityAt(service, zone, when)).cores;
}

/** The additive read of a reservation: state, claims, instances and history. */
export async function reservation(service: RunningService, id: string): Promise<Body> {
  return (await service.http.get(`/reservations/${id}`)).body as Body;
}

/** The states of some reservations, in their order. */
export function statesOf(service: RunningService, ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await reservation(service, id)).state as string));
}

export async function instance(service: RunningService, id: string): Promise<Body> {
  return (await service.http.get(`/instances/${id}`)).body as Body;
}

/** Requests a server; by default of 1 core, 512 MB and, where disk is tracked, 1 GB. */
export function boot(service: RunningService, members: object): Promise<Body> {
  return service.operation('create-instance', {
    name: 'web',
    image: 'debian-13',
    flavor: 'm1.tiny',
    ...members,
  });
}

/** Audits the ledger for instants at which more is promised than exists, then stops the service. */
export async function stopSound(service: RunningService): Promise<void> {
  try {
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  } finally {
    await service.stop();
  }
}

/** Runs a scenario on its own service, which is audited at the end and stopped in any case. */
export async function alone(
  scenario: (service: RunningService) => Promise<void>,
  options?: ServiceOptions,
): Promise<void> {
  const service = await startService(options);
  try {
    await scenario(service);
  } catch (error) {
    await service.stop();
    throw error;
  }
  await stopSound(service);
}
