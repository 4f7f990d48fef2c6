import { InstancesClock } from '../../src/instances/instances-clock.worker.js';
import { alone, boot, fromNow, reserve } from '../support/readings.js';

const COUNT = 150;

describe('many instances that end together', () => {
  it('leave places in the queue of their zone', () =>
    alone(
      async (service) => {
        const amounts = { cores: COUNT, ram: 512 * COUNT, instances: COUNT };
        await service.provider(amounts);
        const held = await reserve(service, 'z1', [undefined, fromNow(service, 600)], amounts);
        const begin = () => boot(service, { 'reservation-id': held['reservation-id'] });
        for (let begun = 0; begun < COUNT; begun += 10) await Promise.all(Array.from({ length: 10 }, begin));
        service.clock.advance(600);
        await service.app.get(InstancesClock).tick();
        const left = `select from instances where state in ('pending', 'active')`;
        expect(await service.dataSource.query(left)).toEqual([]);
      },
      { environment: { QUEUE_LIMIT: '40' } },
    ));
});
