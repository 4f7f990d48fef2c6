import { ZONES } from './values.mjs';

const CAPACITY = {
  cores: 400,
  ram: 800_000,
  instances: 200,
  addresses: 12,
  gigabytes: 50_000,
  volumes: 100,
  snapshots: 100,
  networks: 20,
  ports: 100,
  routers: 20,
  subnets: 20,
  gpus: 8,
};

/** Initial records: two providers with capacity in each of the first zones, and a subscription of each kind. */
export async function prepare(ask, callback) {
  for (const zone of ZONES.slice(0, 3)) {
    for (const host of ['a', 'b']) {
      const provider = await ask('/add-provider', {
        'provider-type': 'simulated',
        endpoint: `http://${host}.${zone}.invalid/v3`,
        username: 'fuzz',
        password: 'correct horse',
        zone,
        traits: host === 'b' ? { cpuArchitecture: 'aarch64', typeOfStorage: 'ssd' } : {},
      });
      const source = provider['provider-id'];
      await ask('/increase-capacity', { source, capacity: CAPACITY });
    }
  }
  await ask('/reservation/subscribe', { inputFilter: [], callbackUri: callback });
  await ask('/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores', callbackUri: callback });
  await ask('/capacity/network/subscribe', { networkResourceTypeId: 'publicIps' });
  await ask('/capacity/storage/subscribe', { storageResourceTypeId: 'volumes', zoneId: ZONES[0] });
}
