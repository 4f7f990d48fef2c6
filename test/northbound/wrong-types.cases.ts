import { request } from 'undici';
import { documentOf } from '../support/document.js';
import { SAMPLE } from '../../src/openapi/samples.js';
import { reservation } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';
import { bodyOperations, withMember } from './api-members.js';

/** Values to send in place of any member. */
const VALUES: readonly unknown[] = [
  ...[null, true, 5, -1.5, 1e300, '', 'x', '2030-02-31T00:00:00Z'],
  ...[[], {}, [null], [[]], [{}], [5, 'x'], { '': null }, { constructor: 1 }, { length: 2 }],
];

describe('null, or another type, in place of any member is no fault of the service', () => {
  beforeAll(async () => {
    await service.provider(
      {
        cores: 1000,
        ram: 1e6,
        instances: 1000,
        addresses: 100,
        gigabytes: 1e4,
        volumes: 100,
        snapshots: 100,
      },
      { zone: SAMPLE.zone },
    );
  });

  async function send(method: string, path: string, body: unknown): Promise<number> {
    const answer = await request(service.baseUrl + path, {
      method: method.toUpperCase() as 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.body.dump();
    return answer.statusCode;
  }
  it.each(bodyOperations(documentOf()))('$name', async ({ method, path, example, members }) => {
    const address = path.replace(/\{\w+\}/, SAMPLE.reservation);
    const failures: unknown[] = [];
    for (const { path: member } of members) {
      const statuses = await Promise.all(
        VALUES.map((value) => send(method, address, withMember(example, member, value))),
      );
      statuses.forEach((status, index) => {
        if (status >= 500) failures.push([member, VALUES[index], status]);
      });
    }
    expect(failures).toEqual([]);
  });

  it('null means an absent member wherever it has no meaning of its own', async () => {
    const container = { containerId: null, containerFlavor: null };
    const disk = { storageAttributes: { typeOfStorage: null, sizeOfStorage: null } };
    for (const virtualizationContainerReservation of [
      [container],
      [{ containerFlavor: { ...disk, flavorId: null, virtualCpu: null, virtualMemory: null } }],
      [{ containerFlavor: { storageAttributes: null, virtualCpu: { numVirtualCpu: null } } }],
    ]) {
      const body = { virtualizationContainerReservation, computePoolReservation: null, zoneId: null };
      const { status } = await service.http.post('/reservation/compute/create').send(body);
      expect([body, status]).toEqual([body, 201]);
    }
    const nulls = {
      zone: null,
      start: null,
      end: null,
      elements: null,
      capacity: { cores: 1, ram: null },
      expiry: null,
      labels: null,
    };
    expect(await service.operation('create-reservation', nulls)).toMatchObject({ result: 'ok' });
  });

  it('an amount of null is absent, in a create and in an update, and a label of null is refused', async () => {
    const zone = newZone();
    await service.provider({ cores: 9, ram: 9 }, { zone });
    const capacity = { cores: 2, ram: null };
    const created = await service.operation('create-reservation', {
      zone,
      capacity,
      labels: { team: 'red' },
    });
    const id = created['reservation-id'] as string;
    const change = (members: object) =>
      service.operation('update-reservation', { 'reservation-id': id, ...members });
    expect(await change({ capacity: { cores: null, ram: 3 } })).toMatchObject({ result: 'ok' });
    expect((await reservation(service, id)).capacity).toEqual({ cores: 2, ram: 3 });
    expect(await change({ labels: { team: null } })).toMatchObject({
      result: 'error',
      errors: [{ pointer: '/labels/team' }],
    });
    expect((await reservation(service, id)).labels).toEqual({ team: 'red' });
  });

  it('null in a list is named', async () => {
    const body = { virtualizationContainerReservation: [{}, null] };
    const { status, body: answer } = await service.http.post('/reservation/compute/create').send(body);
    expect([status, answer.errors[0].pointer]).toEqual([400, '/virtualizationContainerReservation/1']);
    expect(
      await service.operation('create-reservation', { capacity: { cores: 1 }, elements: [null] }),
    ).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/^elements\[0\] /),
    });
  });
});
