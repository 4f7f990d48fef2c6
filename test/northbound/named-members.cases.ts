import { boot, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

/** A refusal names the wrong member, with a pointer to it. The named member exists in the interface. */
describe('a refusal names its member', () => {
  const send = (path: string, body: object) => service.http.post(`/reservation/${path}`).send(body);
  const containersOf = (numVirtualCpu: number) => ({
    virtualizationContainerReservation: [
      { containerFlavor: { virtualCpu: { numVirtualCpu }, virtualMemory: { virtualMemSize: 512 } } },
    ],
  });
  /** A zone with a reservation that an instance draws on. */
  const drawnOn = async (more: object = {}): Promise<{ zone: string; id: string }> => {
    const zone = newZone();
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone });
    const id = await reserved(
      service,
      zone,
      [undefined, hour(9)],
      { cores: 2, ram: 1024, instances: 1 },
      more,
    );
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
    return { zone, id };
  };

  it('containers that shrink below what instances use: the list of containers', async () => {
    const zone = newZone();
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone });
    const made = await send('compute/create', { zoneId: zone, endTime: hour(9), ...containersOf(2) });
    const { reservationId } = made.body.reservationData;
    expect(await boot(service, { 'reservation-id': reservationId })).toMatchObject({ result: 'ok' });
    const { status, body } = await send('compute/update', { reservationId, ...containersOf(0) });
    const detail =
      'virtualizationContainerReservation: numCpuCores must not be less than the 1 its instances use';
    expect([status, body.code, body.title]).toEqual([409, 'in-use', 'In use']);
    expect(body).toMatchObject({
      detail,
      errors: [{ pointer: '/virtualizationContainerReservation', detail }],
    });
  });

  it('a move of a reservation that instances use: the zone', async () => {
    const { id } = await drawnOn();
    const elsewhere = newZone();
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: elsewhere });
    const rule = 'must not change while instances use the reservation';
    expect(
      await service.operation('update-reservation', { 'reservation-id': id, zone: elsewhere }),
    ).toMatchObject({
      result: 'error',
      message: `zone ${rule}`,
      errors: [{ pointer: '/zone', detail: `zone ${rule}` }],
    });
    const { status, body } = await send('compute/update', { reservationId: id, zoneId: elsewhere });
    expect([status, body.title]).toEqual([409, 'In use']);
    expect(body.errors).toEqual([{ pointer: '/zoneId', detail: `zoneId ${rule}` }]);
  });

  it('a start after instances began: the start', async () => {
    const { id } = await drawnOn();
    const rule = 'must not lie after now while instances use the reservation';
    expect(
      await service.operation('update-reservation', { 'reservation-id': id, start: hour(8) }),
    ).toMatchObject({
      result: 'error',
      errors: [{ pointer: '/start', detail: `start ${rule}` }],
    });
    const { body } = await send('compute/update', { reservationId: id, startTime: hour(8) });
    expect(body.errors).toEqual([{ pointer: '/startTime', detail: `startTime ${rule}` }]);
  });

  it.each([
    [
      '/reservation/compute/create?dryRun=true',
      'dryRun',
      'must be a member of the body here: {"dryRun": true}',
    ],
    ['/create-reservation?dry-run=true', 'dry-run', 'must be a member of the body here: {"dry-run": true}'],
    ['/capacity/compute/subscribe?dryRun=true', 'dryRun', 'is not known here: there is no dry run of it'],
    ['/create-reservation?dry_run=true', 'dry_run', 'must be a member of the body here: {"dryRun": true}'],
  ])('a dry run asked for as %s: that it belongs elsewhere, or nowhere', async (path, name, rule) => {
    const body = { capacity: { cores: 1 }, computePoolReservation: { numCpuCores: 1 } };
    const answer = await service.http.post(path).send(body);
    expect(answer.status).toBe(path.startsWith('/create') ? 200 : 400);
    expect(answer.body.errors).toEqual([{ pointer: `/${name}`, detail: `${name} ${rule}` }]);
  });

  it('and a dry run in the body of a DELETE: that it is a parameter', async () => {
    const { body } = await service.http.delete('/reservation/compute/x').send({ dryRun: true });
    expect(body.detail).toBe('dryRun must be a query parameter here: ?dryRun=true');
  });

  it.each([{}, 5, ''])('an attributeSelector of %j: that it may be a list', async (attributeSelector) => {
    const filter = { computeResourceTypeId: 'cpuCores', attributeSelector };
    const { status, body } = await service.http.get('/capacity/compute/query').send(filter);
    expect([status, body.detail]).toEqual([
      400,
      'attributeSelector must be a non-empty string of at most 1024 characters, or a list of such',
    ]);
  });
});
