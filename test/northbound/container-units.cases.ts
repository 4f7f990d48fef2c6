import { hour, reservation } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

describe('containers that replace others with the same totals', () => {
  const containers = (...cores: number[]) =>
    cores.map((numVirtualCpu) => ({
      containerFlavor: { virtualCpu: { numVirtualCpu }, virtualMemory: { virtualMemSize: 512 } },
    }));
  const create = async (zoneId: string, ...cores: number[]): Promise<string> => {
    const body = { zoneId, startTime: hour(8), virtualizationContainerReservation: containers(...cores) };
    const made = await service.http.post('/reservation/compute/create').send(body).expect(201);
    return made.body.reservationData.reservationId as string;
  };
  const update = (reservationId: string, ...cores: number[]) =>
    service.http
      .post('/reservation/compute/update')
      .send({ reservationId, virtualizationContainerReservation: containers(...cores) });
  const coresOf = async (id: string): Promise<number[]> =>
    (await reservation(service, id)).claims.map(({ capacity }: any) => capacity.cores as number).sort();

  // Regression: they kept the claims of the others, which could not back each of them whole.
  it('are refused where one fits whole on no provider', async () => {
    const zone = newZone();
    for (let i = 0; i < 2; i++) await service.provider({ cores: 4, ram: 8192, instances: 8 }, { zone });
    const id = await create(zone, 4, 4);
    const { status, body } = await update(id, 6, 2);
    expect([status, body.code]).toEqual([409, 'capacity-insufficient']);
    expect(await coresOf(id)).toEqual([4, 4]);
  });

  it('are placed anew where they fit', async () => {
    const zone = newZone();
    for (const cores of [4, 6]) await service.provider({ cores, ram: 8192, instances: 8 }, { zone });
    const id = await create(zone, 4, 4);
    expect(await coresOf(id)).toEqual([4, 4]);
    await update(id, 6, 2).expect(201);
    expect(await coresOf(id)).toEqual([2, 6]);
  });
});

describe('a dry run of containers', () => {
  // Regression: it answered ids that nothing has.
  it('answers neither containers nor disks with ids that it assigned', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, ram: 8192, instances: 8, gigabytes: 9, volumes: 9 }, { zone });
    const containerFlavor = {
      virtualCpu: { numVirtualCpu: 1 },
      virtualMemory: { virtualMemSize: 512 },
      storageAttributes: { typeOfStorage: 'volume', sizeOfStorage: 1 },
    };
    const { body } = await service.http
      .post('/reservation/compute/create')
      .send({
        zoneId: zone,
        startTime: hour(8),
        virtualizationContainerReservation: [{ containerFlavor }, { containerId: 'mine', containerFlavor }],
        dryRun: true,
      })
      .expect(201);
    const [one, other] = body.reservationData.virtualizationContainerReserved;
    expect(one).not.toHaveProperty('containerId');
    expect(other).toMatchObject({ containerId: 'mine' });
    const made = await service.http
      .post('/reservation/compute/create')
      .send({ zoneId: zone, startTime: hour(8), virtualizationContainerReservation: [{ containerFlavor }] });
    const { reservationId } = made.body.reservationData as { reservationId: string };
    const change = { reservationId, virtualizationContainerReservation: [{ containerFlavor }], dryRun: true };
    const updated = await service.http.post('/reservation/compute/update').send(change).expect(201);
    const [changed] = updated.body.reservationData.virtualizationContainerReserved;
    expect(changed).not.toHaveProperty('containerId');
    for (const { virtualDisks } of [one, other, changed]) {
      expect(virtualDisks).toMatchObject({ sizeOfStorage: 1 });
      expect(virtualDisks).not.toHaveProperty('storageId');
    }
  });
});
