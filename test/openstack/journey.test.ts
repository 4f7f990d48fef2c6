import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';
import { connectionTo, openstackDriver } from '../providers/openstack-setup.js';
import { CLOUD, isThere } from './cloud.js';

const { endpoint, username, tenant, region, userDomainName, password } = CLOUD;
const PATIENCE = 60_000;

(isThere ? describe : describe.skip)('the whole service on a real OpenStack', () => {
  let service: RunningService;
  const driver = openstackDriver(CLOUD.allowedNetworks);
  const connection = connectionTo(endpoint, { username, tenant, region, userDomainName }, password);
  const registration = {
    'provider-type': 'openstack',
    endpoint,
    username,
    password,
    tenant,
    region,
    'user-domain-name': userDomainName,
  };

  beforeAll(async () => {
    service = await startService({ environment: { PROVIDER_ALLOWED_NETWORKS: CLOUD.allowedNetworks } });
  });
  afterAll(async () => {
    for (const { serverId } of await driver.listServers(connection))
      await driver.deleteServer(connection, serverId);
    await driver.onApplicationShutdown();
    await service.stop();
  });

  /** Time passes while we wait, so that what was put off is tried again. */
  const untilState = (id: string, state: string) =>
    eventually(async () => {
      service.clock.advance(1);
      const { body } = await service.http.get(`/instances/${id}`);
      expect(body.state).toBe(state);
      return body;
    }, PATIENCE);

  it('reserves, boots a server that really comes up, and removes it', async () => {
    const added = await service.operation('add-provider', registration);
    expect(added).toMatchObject({ result: 'ok', state: 'active' });
    const provider = added['provider-id'] as string;
    const capacity = { cores: 4, ram: 1024, instances: 4 };
    expect(await service.operation('increase-capacity', { source: provider, capacity })).toMatchObject({
      result: 'ok',
    });
    const reserved = await service.operation('create-reservation', {
      zone: region,
      capacity: { cores: 2, ram: 256, instances: 2 },
    });
    const created = await service.operation('create-instance', {
      'reservation-id': reserved['reservation-id'],
      name: 'headroom-journey',
      image: CLOUD.image,
      flavor: CLOUD.flavor,
      networks: [],
    });
    expect(created).toMatchObject({ result: 'ok' });
    const id = created['instance-id'] as string;
    await untilState(id, 'active');
    expect(await driver.findServer(connection, { instanceId: id })).toMatchObject({ state: 'active' });
    expect(await service.operation('destroy-instance', { 'instance-id': id })).toMatchObject({
      result: 'ok',
    });
    await eventually(async () => {
      service.clock.advance(1);
      expect(await driver.findServer(connection, { instanceId: id })).toBeUndefined();
    }, PATIENCE);
  });

  it('tells why a server could not be had, and gives its capacity back', async () => {
    const added = await service.operation('add-provider', registration);
    const created = await service.operation('create-instance', {
      'provider-id': added['provider-id'],
      name: 'headroom-journey',
      image: '22222222-2222-4222-8222-222222222222',
      flavor: CLOUD.flavor,
      networks: [],
    });
    const failed = await untilState(created['instance-id'] as string, 'error');
    expect(JSON.stringify(failed)).toContain('the compute service answers 400');
  });

  it('keeps no provider whose password is refused', async () => {
    const answer = await service.operation('add-provider', {
      ...registration,
      zone: 'other',
      password: 'wrong',
    });
    expect(answer).toMatchObject({ result: 'error' });
    expect(JSON.stringify(answer)).not.toContain('wrong');
  });
});
