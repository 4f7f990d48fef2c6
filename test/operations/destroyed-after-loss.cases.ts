import { boot, reservation, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const THREE = { cores: 3, ram: 1536, instances: 3 };
const TWO = { cores: 2, ram: 1024, instances: 2 };

describe('an instance that is destroyed where its provider has lost all capacity', () => {
  it.each([
    ['gives back to its reservation elsewhere', THREE, 'active'],
    ['puts it in conflict, where there is no room elsewhere', TWO, 'conflict'],
  ])('%s', async (_, elsewhere, state) => {
    const service = await startService();
    try {
      const { provider: lost } = await service.provider(THREE, { zone: 'z1' });
      const made = await service.operation('create-reservation', { zone: 'z1', capacity: THREE });
      const id = made['reservation-id'] as string;
      const { 'instance-id': instance } = await boot(service, { 'reservation-id': id });
      const { provider: other } = await service.provider(elsewhere, { zone: 'z1' });
      const taken = { source: lost, capacity: THREE, force: true };
      expect(await service.operation('decrease-capacity', taken)).toMatchObject({ result: 'ok' });
      expect((await reservation(service, id)).claims).toContainEqual({ providerId: other, capacity: TWO });

      expect(await service.operation('destroy-instance', { 'instance-id': instance })).toMatchObject({
        result: 'ok',
      });
      const { claims, state: now } = await reservation(service, id);
      expect(now).toBe(state);
      expect(claims).toEqual(state === 'active' ? [{ providerId: other, capacity: THREE }] : []);
    } finally {
      await stopSound(service);
    }
  });
});

// Regression: the claims stayed divided, so no instance of the size of the reservation could be created in it any more.
describe('a reservation of one unit, of which a forced decrease has moved what its instance did not use', () => {
  const UNIT = { cores: 4, ram: 8192, instances: 1 };
  const CONTAINER = {
    containerId: 'c',
    containerFlavor: { virtualCpu: { numVirtualCpu: 4 }, virtualMemory: { virtualMemSize: 8192 } },
  };
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  async function madeOf(form: string, zone: string): Promise<string> {
    if (form === 'a pool')
      return (await service.operation('create-reservation', { zone, capacity: UNIT }))['reservation-id'];
    const created = { zoneId: zone, virtualizationContainerReservation: [CONTAINER] };
    const { body } = await service.http.post('/reservation/compute/create').send(created).expect(201);
    return body.reservationData.reservationId as string;
  }

  it.each([
    ['a pool', 'is whole again when the instance is destroyed', 4],
    ['a container', 'is whole again when the instance is destroyed', 4],
    ['a pool', 'stays where it is if it fits nowhere as a whole', 3],
  ])('%s %s', async (form, _, free) => {
    const zone = `${form} ${free}`;
    const room = { cores: 4, ram: 8192, instances: 4 };
    const { provider: first } = await service.provider(room, { zone });
    const id = await madeOf(form, zone);
    const { provider: second } = await service.provider({ ...room, cores: free }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'reservation-id': id });
    const lost = { source: first, capacity: { cores: 2 }, force: true };
    expect(await service.operation('decrease-capacity', lost)).toMatchObject({ displaced: [id] });
    const divided = [
      { providerId: first, capacity: { cores: 1, ram: 512, instances: 1 } },
      { providerId: second, capacity: { cores: 3, ram: 7680 } },
    ];
    expect((await reservation(service, id)).claims).toEqual(divided);

    expect(await service.operation('destroy-instance', { 'instance-id': instance })).toMatchObject({
      result: 'ok',
    });
    const whole = [{ providerId: second, capacity: UNIT }];
    expect((await reservation(service, id)).claims).toEqual(free === 4 ? whole : divided);
    const large = { 'reservation-id': id, flavor: 'm1.large' };
    expect(await boot(service, large)).toMatchObject({ result: free === 4 ? 'ok' : 'conflict' });
  });
});
