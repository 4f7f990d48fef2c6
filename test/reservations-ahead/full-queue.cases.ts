import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { alone } from '../support/readings.js';

describe('many reservations that lapse together in a zone with a small queue', () => {
  it('keep back no end of a hold in another zone', () =>
    alone(
      async (service) => {
        for (const zone of ['z1', 'z2']) await service.provider({ cores: 40 }, { zone });
        const reserve = async (members: object): Promise<string> => {
          const made = await service.operation('create-reservation', { ...members, capacity: { cores: 1 } });
          expect(made).toMatchObject({ result: 'ok' });
          return made['reservation-id'] as string;
        };
        for (let count = 0; count < 40; count++) await reserve({ zone: 'z1', expiry: 60 });
        const held = await reserve({ zone: 'z2', hold: 60 });
        service.clock.advance(60);
        await service.app
          .get(ReservationsClock)
          .tick()
          .catch(() => undefined);
        const ended = `select id from reservations where zone_id = 'z2' and ended_at is not null`;
        expect(await service.dataSource.query(ended)).toEqual([{ id: held }]);
      },
      { environment: { QUEUE_LIMIT: '4' } },
    ));
});
