import { randomBytes } from 'node:crypto';
import {
  ReservationChangesRepository,
  type Candidate,
} from '../../src/notifications/telling/reservation-changes.repository.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { changesIn, subscribe, tellWhenAsked, toldTo } from './told.js';

const MIB = 1024 * 1024;

// Regression: PostgreSQL fails at a list of 256 MiB, so the zone of some large reservations was never told of again.
describe('a round of large reservations', () => {
  let service: RunningService;
  let all: string;
  beforeEach(async () => {
    service = await startService();
    await service.provider({ cores: 100 }, { zone: 'z1' });
    await tellWhenAsked(service);
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
  });
  afterEach(() => service.stop());

  async function reserve(): Promise<string> {
    const window = { start: fromNow(service, 100), end: fromNow(service, 50_000) };
    const body = { zone: 'z1', capacity: { cores: '1' }, ...window };
    return (await service.operation('create-reservation', body))['reservation-id'] as string;
  }

  /** The length, as JSON, of each part that the rounds read from now on; a list per round. */
  function readParts(): number[][] {
    const changes = service.app.get(ReservationChangesRepository, { strict: false });
    const untold = changes.untold.bind(changes);
    const rounds: number[][] = [];
    jest.spyOn(changes, 'untold').mockImplementation(async (...arguments_) => {
      const { candidates, ...rest } = await untold(...arguments_);
      const parts: number[] = [];
      rounds.push(parts);
      async function* noted(): AsyncGenerator<readonly Candidate[]> {
        for await (const some of candidates) {
          parts.push(JSON.stringify(some).length);
          yield some;
        }
      }
      return { ...rest, candidates: noted() };
    });
    return rounds;
  }

  it('reads few of them at once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) ids.push(await reserve());
    await toldTo(service, all);
    const labels = { long: 'x'.repeat(MIB) };
    await service.dataSource.query('update reservations set labels = $1', [labels]);
    const rounds = readParts();
    service.clock.advance(100);
    const told = changesIn(await toldTo(service, all));
    expect(told.map(({ reservationId }) => reservationId as string).sort()).toEqual(ids.sort());
    expect(Math.max(...rounds.flat())).toBeLessThan(20 * MIB);
  });

  it('has few of their changes', async () => {
    const id = await reserve();
    await toldTo(service, all);
    const ends: string[] = [];
    for (let i = 1; i <= 6; i++) {
      service.clock.advance(1);
      ends.push(fromNow(service, 60_000 + i));
      await service.operation('update-reservation', { 'reservation-id': id, end: ends.at(-1) });
    }
    // Random text does not compress.
    const labels = { long: randomBytes(MIB / 2).toString('hex') };
    await service.dataSource.query('update reservation_changes set after = after || $1::jsonb', [{ labels }]);
    const rounds = readParts();
    const told = changesIn(await toldTo(service, all));
    expect(told.map(({ changedReservationData: data }) => (data as { endTime: string }).endTime)).toEqual(
      ends,
    );
    expect(Math.max(...rounds.flat())).toBeLessThan(4 * MIB);
  });
});
