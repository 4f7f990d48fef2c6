import { fromNow } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const CASES = [
  { kind: 'compute', amounts: { computePoolReservation: { numCpuCores: 2, numVcInstances: 1 } } },
  { kind: 'network', amounts: { networkReservation: { numPublicIps: 1 } } },
  { kind: 'storage', amounts: { storagePoolReservation: { storageSize: 10 } } },
];
const CONTAINER = {
  containerId: 'c1',
  containerFlavor: {
    flavorId: 'f',
    virtualCpu: { numVirtualCpu: 1 },
    virtualMemory: { virtualMemSize: 512 },
  },
};

describe('POST /reservation/{kind}/confirm', () => {
  const post = (path: string, body: object) => service.http.post(`/reservation/${path}`).send(body);
  async function zone(): Promise<string> {
    const zoneId = newZone();
    await service.provider(
      { cores: 4, ram: 8192, instances: 4, addresses: 4, gigabytes: 100 },
      { zone: zoneId },
    );
    return zoneId;
  }

  it.each(CASES)('makes a held reservation of $kind resources active', async ({ kind, amounts }) => {
    const made = await post(`${kind}/create`, { zoneId: await zone(), ...amounts, holdSeconds: 30 });
    expect(made.status).toBe(201);
    const { reservationId } = made.body.reservationData;
    expect(made.body.reservationData).toMatchObject({
      reservationStatus: 'held',
      heldUntil: fromNow(service, 30),
    });
    const confirmed = await post(`${kind}/confirm`, { reservationId });
    expect(confirmed.status).toBe(201);
    expect(confirmed.body.reservationData).toMatchObject({ reservationId, reservationStatus: 'active' });
    expect(confirmed.body.reservationData).not.toHaveProperty('heldUntil');
  });

  it('H15: works with containers', async () => {
    const made = await post('compute/create', {
      zoneId: await zone(),
      virtualizationContainerReservation: [CONTAINER],
      holdSeconds: '30',
    });
    expect(made.body.reservationData).toMatchObject({ reservationStatus: 'held' });
    const { reservationId } = made.body.reservationData;
    expect((await post('compute/confirm', { reservationId })).status).toBe(201);
  });

  it('H15: 404 after the hold, as for every query', async () => {
    const made = await post('compute/create', { zoneId: await zone(), ...CASES[0].amounts, holdSeconds: 30 });
    const { reservationId } = made.body.reservationData;
    service.clock.advance(30);
    expect((await post('compute/confirm', { reservationId })).status).toBe(404);
    const filter = { queryReservationFilter: [{ reservationId }] };
    expect((await service.http.get('/reservation/compute/query').send(filter)).status).toBe(404);
  });

  it('404 for another kind, 400 without an id', async () => {
    const made = await post('compute/create', { zoneId: await zone(), ...CASES[0].amounts, holdSeconds: 30 });
    const { reservationId } = made.body.reservationData;
    expect((await post('storage/confirm', { reservationId })).status).toBe(404);
    expect((await post('compute/confirm', {})).status).toBe(400);
  });
});
