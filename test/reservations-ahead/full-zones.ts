import { fromNow, reserve, reserved } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

export const WAITING = { result: 'ok', message: 'reservation request accepted', state: 'waiting' };
export const OK = { result: 'ok' };
export const DAY = 86_400;

let zones = 0;

/** The name of a new zone. */
export function newZone(): string {
  return `wait-${++zones}`;
}

/** A window of a day, from now on or from `start` seconds ahead. */
export function day(service: RunningService, start?: number): [string | undefined, string] {
  return [start === undefined ? undefined : fromNow(service, start), fromNow(service, (start ?? 0) + DAY)];
}

/** Zones of ten cores that a reservation takes for a day, and requests that wait in these zones. */
export function fullZones(serviceOf: () => RunningService) {
  const wait = (zone: string, cores: number, more: object = {}) =>
    reserve(serviceOf(), zone, day(serviceOf()), { cores }, { wait: true, ...more });
  return {
    wait,
    cancel: (id: string) => serviceOf().operation('cancel-reservation', { 'reservation-id': id }),
    update: (id: string, change: object) =>
      serviceOf().operation('update-reservation', { 'reservation-id': id, ...change }),
    /** Makes a reservation that waits, and returns its id. */
    waiting: async (zone: string, cores: number, more: object = {}): Promise<string> => {
      const answer = await wait(zone, cores, more);
      expect(answer).toMatchObject(WAITING);
      return answer['reservation-id'] as string;
    },
    fullZone: async () => {
      const [service, zone] = [serviceOf(), newZone()];
      const { provider } = await service.provider({ cores: 10, ram: 4096, instances: 10 }, { zone });
      const blocker = await reserved(service, zone, day(service), { cores: 10 });
      return { zone, provider, blocker };
    },
  };
}
