import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { Caller } from '../support/calls.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { stored, subscribe } from './told.js';

const RESERVATIONS = 8;
const WRITERS = 24;
const EACH = 6;

describe('three processes, one of them two hours ahead', () => {
  let services: RunningService[];

  beforeEach(async () => {
    const first = await startService();
    const { database, clock } = first;
    const ahead = new TestClock(clock.instant + 7_200);
    services = [
      first,
      await startService({ database, clock }),
      await startService({ database, clock: ahead }),
    ];
  });
  afterEach(async () => {
    for (const service of [...services].reverse()) await service.stop();
  });

  /**
   * A round leaves out the zones that another process is telling of, so each process has a second one: it waits for a round of its
   * own that began meanwhile.
   */
  async function tellAll(): Promise<void> {
    for (const service of [...services, ...services]) await service.app.get(TellingWorker).tick();
  }

  it('send every change of a reservation once and in order', async () => {
    const [first] = services;
    await first.provider({ cores: 1000 });
    const all = await subscribe(first, '/reservation/subscribe', { inputFilter: [] });
    const begin = first.clock.now() + 100_000;
    const at = (seconds: number): string => formatInstant(begin + seconds);
    const ids: string[] = [];
    for (let i = 0; i < RESERVATIONS; i++) {
      const body = { zone: 'z1', capacity: { cores: '1' }, start: at(0), end: at(1_000_000) };
      ids.push((await first.operation('create-reservation', body))['reservation-id'] as string);
    }
    // Each writer sets ends that no other writer uses, so that every change is distinct.
    const acknowledged = new Map<string, string>();
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const caller = new Caller(services[writer % services.length].baseUrl);
        for (let call = 0; call < EACH; call++) {
          const id = ids[(writer + call) % RESERVATIONS];
          const end = at(1 + writer * EACH + call);
          const { body } = await caller.post('/update-reservation', { 'reservation-id': id, end });
          if (body.result === 'ok') acknowledged.set(end, id);
        }
        caller.close();
      }),
    );
    expect(acknowledged.size).toBe(WRITERS * EACH);
    for (const id of ids) await services[1].operation('cancel-reservation', { 'reservation-id': id });
    await tellAll();

    const told = await stored(first, all);
    expect(new Set(told.map(({ changeId }) => changeId as string)).size).toBe(told.length);
    const times = told.filter(({ changeType }) => changeType === 'Reservation time change');
    const ends = times.map(
      ({ changedReservationData }) => (changedReservationData as { endTime: string }).endTime,
    );
    expect([...ends].sort()).toEqual([...acknowledged.keys()].sort());
    for (const id of ids) {
      const { body } = await first.http.get(`/reservations/${id}`);
      const mine = told.filter(({ reservationId }) => reservationId === id);
      const last = mine.filter(({ changeType }) => changeType === 'Reservation time change').at(-1);
      expect(last?.changedReservationData).toEqual({ endTime: (body as { end: string }).end });
      expect(mine.at(-1)).toMatchObject({ changeType: 'Reservation terminated' });
      expect(mine.filter(({ changeType }) => changeType === 'Reservation terminated')).toHaveLength(1);
    }
  });

  it('send the start and the end of each once', async () => {
    const [first] = services;
    await first.provider({ cores: 1000 });
    const all = await subscribe(first, '/reservation/subscribe', { inputFilter: [] });
    const at = (seconds: number): string => formatInstant(first.clock.now() + seconds);
    for (let i = 0; i < 20; i++) {
      const body = { zone: 'z1', capacity: { cores: '1' }, start: at(10_000 + i), end: at(20_300 + i) };
      await first.operation('create-reservation', body);
    }
    for (let turn = 0; turn < 30; turn++) {
      first.clock.advance(1_000);
      services[2].clock.advance(1_000);
      await Promise.all(services.map((service) => service.app.get(TellingWorker).tick()));
    }
    await tellAll();
    const told = await stored(first, all);
    const counts = new Map<string, number>();
    for (const { reservationId, changeType } of told) {
      const key = `${reservationId as string} ${changeType as string}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    expect(counts.size).toBe(20 * 4);
  });
});
