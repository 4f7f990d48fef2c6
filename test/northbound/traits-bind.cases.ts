import { capacityAt, hour, reservation, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

const AMPLE = { cores: 8, ram: 8192, instances: 8 };
const ARM = { cpuArchitecture: 'aarch64' };

describe('traits of containers bind', () => {
  const container = (cores: number, cpuArchitecture?: string, typeOfStorage?: string) => ({
    containerFlavor: {
      virtualCpu: { numVirtualCpu: cores, cpuArchitecture },
      virtualMemory: { virtualMemSize: 512 },
      storageAttributes: typeOfStorage && { typeOfStorage, sizeOfStorage: 1 },
    },
  });
  const create = (zoneId: string | undefined, ...containers: object[]) =>
    service.http
      .post('/reservation/compute/create')
      .send({ zoneId, startTime: hour(8), virtualizationContainerReservation: containers });
  const made = async (...request: Parameters<typeof create>): Promise<string> => {
    const { status, body } = await create(...request);
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.reservationData.reservationId as string;
  };
  const claimsOf = async (id: string): Promise<Record<string, number>> => {
    const { claims } = await reservation(service, id);
    return Object.fromEntries(claims.map((claim: any) => [claim.providerId, claim.capacity.cores]));
  };
  /** Two providers with different architectures. */
  const both = async (zone: string) => {
    const x86 = (await service.provider(AMPLE, { zone })).provider;
    const arm = (await service.provider(AMPLE, { zone, traits: ARM })).provider;
    return { x86, arm };
  };

  it('a container of an architecture that no provider has is refused, with an offer that says so', async () => {
    await both('riscv');
    const { status, body } = await create('riscv', container(1, 'riscv64'));
    expect([status, body.code]).toEqual([409, 'capacity-insufficient']);
    expect(body.detail).toMatch(/^no resource capacity available during .*cpuArchitecture riscv64$/);
    expect(body.offer).toEqual({ maxCapacity: { numVcInstances: 0, numCpuCores: 0, virtualMemSize: 0 } });
  });

  it('containers of different architectures lie on different providers of a zone', async () => {
    const { x86, arm } = await both('apart');
    const id = await made('apart', container(6, 'aarch64'), container(2, 'x86_64'), container(5, 'x86'));
    expect(await claimsOf(id)).toEqual({ [x86]: 7, [arm]: 6 });
    const { status, body } = await create('apart', container(3, 'aarch64'));
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^requested numCpuCores=3 exceeds available 2 between/);
    expect(body.offer.maxCapacity.numCpuCores).toBe(2);
    expect(await made('apart', container(2, 'aarch64'))).toBeDefined();
  });

  it('says what is short on the providers with a trait, where there is enough in all', async () => {
    await both('short-of-one');
    const { status, body } = await create('short-of-one', container(1, 'x86'), container(9, 'aarch64'));
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^requested numCpuCores=9 exceeds available 8 .*cpuArchitecture aarch64$/);
    expect(body.offer.maxCapacity).toMatchObject({ numCpuCores: 1, numVcInstances: 1 });
  });

  it('a container without traits goes where there is room', async () => {
    const { arm } = await both('anywhere');
    await made('anywhere', container(8, 'x86'));
    expect(await claimsOf(await made('anywhere', container(8)))).toEqual({ [arm]: 8 });
  });

  it('the type of storage restricts like the architecture, and an unknown one counts as volume', async () => {
    const zone = 'storage';
    const disks = { ...AMPLE, gigabytes: 10, volumes: 10 };
    const unsaid = (await service.provider(disks, { zone })).provider;
    const traits = { typeOfStorage: 'object' };
    const objects = (await service.provider(disks, { zone, traits })).provider;
    expect(await claimsOf(await made(zone, container(1, 'x86', 'volume')))).toEqual({ [unsaid]: 1 });
    expect(await claimsOf(await made(zone, container(1, 'x86', 'Object')))).toEqual({ [objects]: 1 });
    expect((await create(zone, container(1, 'x86', 'tape'))).status).toBe(409);
  });

  it('the offer names the first window in which providers with the trait are free', async () => {
    await both('later');
    const capacity = { cores: 16 };
    const traits = { cpuArchitecture: 'aarch64' };
    await reserve(service, 'later', [hour(8), hour(10)], { cores: 8 }, { traits });
    expect(await reserve(service, 'later', [hour(8), hour(9)], capacity)).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 8 }, nextWindow: { start: hour(10), end: hour(11) } },
    });
    const body = {
      zoneId: 'later',
      startTime: hour(8),
      endTime: hour(9),
      virtualizationContainerReservation: [container(1, 'aarch64'), container(1, 'x86')],
    };
    const refused = await service.http.post('/reservation/compute/create').send(body);
    expect(refused.status).toBe(409);
    expect(refused.body.offer).toEqual({
      maxCapacity: { numCpuCores: 1, virtualMemSize: 512, numVcInstances: 1 },
      nextWindow: { start: hour(10), end: hour(11) },
    });
  });

  it('the zone is one whose providers have the trait, however much room another has', async () => {
    await service.provider({ cores: 99, ram: 99_999, instances: 99 }, { zone: 'roomy' });
    const traits = { cpuArchitecture: 's390x' };
    const { provider } = await service.provider(AMPLE, { zone: 'mainframe', traits });
    const id = await made(undefined, container(2, 's390x'));
    expect(await claimsOf(id)).toEqual({ [provider]: 2 });
    expect(await capacityAt(service, 'mainframe', hour(8), 'reserved')).toMatchObject({ cores: 2 });
    const refused = (await create(undefined, container(9, 's390x'))).body;
    expect(refused.offer.maxCapacity.numCpuCores).toBe(6);
  });
});
