import { capacityAt, hour, reservation } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();

describe('POST /reservation/compute/create, container form', () => {
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

  describe('201', () => {
    it('answers each container with its disk, which has an id and is enabled', async () => {
      await service.provider(
        { cores: 8, ram: 8192, instances: 8, gigabytes: 100, volumes: 9 },
        { zone: ZONE },
      );
      const { status, body } = await create(ZONE, [container('c1', '2', 1024, DISK)]);
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        startTime: hour(8),
        reservationStatus: 'initialized',
        reservationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        virtualizationContainerReserved: [
          {
            containerId: 'c1',
            flavorId: 'f1',
            virtualCpu: { numVirtualCpu: 2, cpuArchitecture: 'x86' },
            virtualMemory: { numaEnabled: 'False', virtualMemSize: 1024 },
            virtualDisks: {
              storageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
              flavourId: 'f1',
              ...DISK,
              operationalState: 'enabled',
            },
          },
        ],
      });
      expect(body.reservationData).not.toHaveProperty('computePoolReserved');
    });

    it('counts one instance, its cores and memory, and per disk its size and a volume', async () => {
      await service.provider(
        { cores: 8, ram: 8192, instances: 8, gigabytes: 100, volumes: 9 },
        { zone: 'sums' },
      );
      const disks = [DISK, { typeOfStorage: 'volume', sizeOfStorage: '4' }];
      const { body } = await create('sums', [container('c1', 2, 1024, disks), container('c2', 1, 512)]);
      expect(await capacityAt(service, 'sums', hour(8), 'reserved')).toEqual({
        cores: 3,
        ram: 1536,
        instances: 2,
        gigabytes: 20,
        volumes: 2,
      });
      const [first, second] = body.reservationData.virtualizationContainerReserved;
      expect(first.virtualDisks).toHaveLength(2);
      expect(first.virtualDisks[1]).toMatchObject({ sizeOfStorage: 4, operationalState: 'enabled' });
      expect(second).not.toHaveProperty('virtualDisks');
    });

    it('keeps the ids of its disks when an update that describes it as before is repeated', async () => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'repeated' });
      const containers = [container('c1', 2, 1024, DISK)];
      const { body } = await create('repeated', containers);
      const { reservationId, virtualizationContainerReserved: reserved } = body.reservationData;
      const change = { reservationId, virtualizationContainerReservation: containers };
      const updated = await service.http.post('/reservation/compute/update').send(change);
      expect(updated.body.reservationData.virtualizationContainerReserved).toEqual(reserved);
    });

    it('leaves storage out where the zone does not track it', async () => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'diskless' });
      const { status, body } = await create('diskless', [container('c1', 2, 1024, DISK)]);
      expect(status).toBe(201);
      expect(body.reservationData.virtualizationContainerReserved[0].virtualDisks).toMatchObject(DISK);
      expect(await capacityAt(service, 'diskless', hour(8), 'reserved')).toEqual({
        cores: 2,
        ram: 1024,
        instances: 1,
      });
    });

    it('takes numaEnabled as text in any case or as a boolean, and answers text', async () => {
      for (const [sent, answered] of [
        ['TRUE', 'TRUE'],
        ['false', 'false'],
        [true, 'true'],
        [false, 'false'],
      ]) {
        const containerFlavor = { virtualMemory: { numaEnabled: sent, virtualMemSize: 1 } };
        const { status, body } = await create(ZONE, [{ containerFlavor }]);
        const [reserved] = body.reservationData.virtualizationContainerReserved;
        expect([status, reserved.virtualMemory.numaEnabled]).toEqual([201, answered]);
      }
    });

    // Regression: all occurrences had the ids of the first one.
    it('gives the disks and the unnamed containers of each occurrence of a series ids of their own', async () => {
      await service.provider(
        { cores: 8, ram: 8192, instances: 8, gigabytes: 100, volumes: 9 },
        { zone: 'series-of-containers' },
      );
      const containers = [container('c1', 1, 1, [DISK, DISK]), { containerFlavor: {} }];
      const made = await service.http.post('/reservation/compute/create').send({
        zoneId: 'series-of-containers',
        startTime: hour(8),
        endTime: hour(9),
        repeat: 'FREQ=DAILY;COUNT=2',
        virtualizationContainerReservation: containers,
      });
      const { reservationData, occurrences } = made.body;
      const ids = (occurrences as { reservationId: string }[]).map(({ reservationId }) => reservationId);
      const { body } = await service.http.get(
        `/reservation/compute/query?${ids.map((id) => `reservationId=${id}`).join('&')}`,
      );
      const [first, second] = (body.queryResult as { virtualizationContainerReserved: any[] }[]).map(
        ({ virtualizationContainerReserved: reserved }) => reserved,
      );
      expect(first).toEqual(reservationData.virtualizationContainerReserved);
      expect(second[0].containerId).toBe('c1');
      const given = [first, second].flatMap(([named, unnamed]) => [
        ...(named.virtualDisks as { storageId: string }[]).map(({ storageId }) => storageId),
        unnamed.containerId as string,
      ]);
      for (const id of given) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(given).size).toBe(6);
    });

    it('gives an id to a container that has none, and the same answer every time', async () => {
      const { body } = await create(ZONE, [{ containerFlavor: { virtualCpu: { numVirtualCpu: 1 } } }]);
      const { reservationId, virtualizationContainerReserved } = body.reservationData;
      expect(virtualizationContainerReserved[0].containerId).toEqual(expect.any(String));
      const filter = { queryReservationFilter: [{ reservationId }] };
      const again = (await service.http.get('/reservation/compute/query').send(filter)).body.queryResult;
      expect(again.virtualizationContainerReserved).toEqual(virtualizationContainerReserved);
    });

    it('places each container whole, on different providers where it has to', async () => {
      const zone = 'whole';
      await service.provider({ cores: 4, ram: 9999, instances: 9 }, { zone });
      await service.provider({ cores: 3, ram: 9999, instances: 9 }, { zone });
      const { body } = await create(zone, [
        container('c1', 1, 1),
        container('c2', 4, 1),
        container('c3', 2, 1),
      ]);
      const { claims } = await reservation(service, body.reservationData.reservationId);
      const cores = claims.map(({ capacity }: any) => capacity.cores as number);
      expect(cores.sort()).toEqual([3, 4]);
    });
  });

  it('lists replace in an update', async () => {
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'replace' });
    const made = (await create('replace', [container('c1', 2, 1024), container('c2', 2, 1024)])).body
      .reservationData;
    const { status, body } = await service.http.post('/reservation/compute/update').send({
      reservationId: made.reservationId,
      virtualizationContainerReservation: [container('c3', 1, 512)],
    });
    expect(status).toBe(201);
    expect(body.reservationData.virtualizationContainerReserved).toMatchObject([{ containerId: 'c3' }]);
    expect(await capacityAt(service, 'replace', hour(8), 'reserved')).toEqual({
      cores: 1,
      ram: 512,
      instances: 1,
    });
  });
});
