import { askAll } from '../openstack/exchanges.js';
import { differences, readRecordings } from '../openstack/recordings.js';
import { FakeOpenstack } from '../support/fake-openstack.js';

describe('the fake OpenStack', () => {
  it('answers as the real one did when it was recorded', async () => {
    const fake = await FakeOpenstack.start();
    Object.assign(fake, { projects: ['p1', 'promise'], images: ['debian'], networks: ['n1'], quota: 10 });
    const become = (status: string, id: string) =>
      Object.assign(fake.servers.find((server) => server.id === id) ?? {}, { status });
    const seen = await askAll({
      endpoint: fake.endpoint,
      username: 'operator',
      password: fake.password,
      tenant: 'promise',
      image: 'debian',
      flavor: '1',
      network: 'n1',
      settle: async (_, id) => void become('ACTIVE', id),
      failing: async () => ({}),
    });
    await fake.stop();
    expect(differences(readRecordings(), seen)).toEqual([]);
  });
});
