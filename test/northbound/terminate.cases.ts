import { capacityAt, fromNow, hour, reservation, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';
const BODIES = {
  compute: { computePoolReservation: { numCpuCores: 2 } },
  network: { networkReservation: { numPublicIps: 2 } },
  storage: { storagePoolReservation: { storageSize: 2, numVolumes: 1 } },
} as const;

describe.each(['compute', 'network', 'storage'] as const)(
  'DELETE /reservation/%s/{reservation_id}',
  (kind) => {
    let service: RunningService;
    const all = { cores: 9, addresses: 9, gigabytes: 9, volumes: 9 };
    beforeAll(async () => {
      service = await startService();
      await service.provider(all);
    });
    afterAll(() => stopSound(service));

    const create = async (members: object = {}): Promise<string> => {
      const response = await service.http
        .post(`/reservation/${kind}/create`)
        .send({ ...BODIES[kind], ...members });
      expect(response.status).toBe(201);
      return response.body.reservationData.reservationId as string;
    };
    const terminate = (id: string) => service.http.delete(`/reservation/${kind}/${id}`);

    it('200 with the id; all of it is available again, its record stays', async () => {
      const id = await create({ startTime: hour(8) });
      expect(await capacityAt(service, 'z1', hour(8))).not.toEqual(all);
      const { status, body } = await terminate(id);
      expect([status, body]).toEqual([200, { reservationId: id }]);
      expect(await capacityAt(service, 'z1', hour(8))).toEqual(all);
      expect((await reservation(service, id)).state).toBe('terminated');
    });

    it('200 for an id with its kind, and after the start', async () => {
      const { status } = await terminate(`ResourceReservation:${await create()}`);
      expect(status).toBe(200);
    });

    it('404 the second time', async () => {
      const id = await create();
      await terminate(id);
      const { status, body } = await terminate(id);
      expect([status, body.code]).toEqual([404, 'unknown-reservation']);
    });

    it.each([UNKNOWN, 'nonsense', '%20'])('404 for an unknown id: %s', async (id) => {
      expect((await terminate(id)).status).toBe(404);
    });

    it('404 for a reservation of another kind, which stays', async () => {
      const id = await create({ startTime: hour(8) });
      const others = (['compute', 'network', 'storage'] as const).filter((other) => other !== kind);
      for (const other of others)
        expect((await service.http.delete(`/reservation/${other}/${id}`)).status).toBe(404);
      expect((await terminate(id)).status).toBe(200);
    });

    it('404 once it is expired', async () => {
      const id = await create({ endTime: fromNow(service, 5) });
      service.clock.advance(5);
      expect((await terminate(id)).status).toBe(404);
    });
  },
);
