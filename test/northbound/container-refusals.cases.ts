import { hour } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();

describe('POST /reservation/compute/create, container form, refuses', () => {
  const create = (zoneId: string, containers: unknown) =>
    service.http
      .post('/reservation/compute/create')
      .send({ zoneId, startTime: hour(8), virtualizationContainerReservation: containers });
  const container = (containerId: string, cores: unknown, memory: unknown, storageAttributes?: unknown) => ({
    containerId,
    containerFlavor: {
      flavorId: 'f1',
      virtualCpu: { numVirtualCpu: cores, cpuArchitecture: 'x86' },
      virtualMemory: { numaEnabled: 'False', virtualMemSize: memory },
      storageAttributes,
    },
  });
  const DISK = { typeOfStorage: 'volume', sizeOfStorage: 16 };

  describe('400', () => {
    it.each([
      [[], '/virtualizationContainerReservation'],
      [{}, '/virtualizationContainerReservation'],
      [['c1'], '/virtualizationContainerReservation/0'],
      [
        [container('c1', 1, 1), container('c2', 'two', 1)],
        '/virtualizationContainerReservation/1/containerFlavor/virtualCpu/numVirtualCpu',
      ],
      [
        [container('c1', 1, 1, [DISK, { sizeOfStorage: -1 }])],
        '/virtualizationContainerReservation/0/containerFlavor/storageAttributes/1/sizeOfStorage',
      ],
      [
        [{ containerFlavor: { virtualMemory: { numaEnabled: 'maybe' } } }],
        '/virtualizationContainerReservation/0/containerFlavor/virtualMemory/numaEnabled',
      ],
      [
        [{ containerFlavor: { virtualMemory: { numaEnabled: 1 } } }],
        '/virtualizationContainerReservation/0/containerFlavor/virtualMemory/numaEnabled',
      ],
    ])('for %j', async (containers, pointer) => {
      const { status, body } = await create(ZONE, containers);
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
    });
  });

  describe('409', () => {
    it('where the sum fits but a container does not fit whole', async () => {
      const zone = 'pieces';
      for (const cores of [3, 3]) await service.provider({ cores, ram: 9999, instances: 9 }, { zone });
      const { status, body } = await create(zone, [container('c1', 4, 1), container('c2', 1, 1)]);
      expect(status).toBe(409);
      expect(body.detail).toBe(
        'no resource capacity available during requested start/end time at the same provider for each whole instance or container',
      );
      expect(body.offer).toHaveProperty('maxCapacity');
    });

    it('where the disk does not fit', async () => {
      await service.provider(
        { cores: 8, ram: 8192, instances: 8, gigabytes: 15, volumes: 9 },
        { zone: 'disks' },
      );
      const { status, body } = await create('disks', [container('c1', 1, 1, DISK)]);
      expect([status, body.detail]).toEqual([
        409,
        expect.stringContaining('storageSize=16 exceeds available 15'),
      ]);
    });
  });
});
