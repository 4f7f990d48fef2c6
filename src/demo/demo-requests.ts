export const DEMO_ZONE = 'demo';

/** Body of POST /add-provider. */
export const demoProvider = {
  'provider-type': 'simulated',
  endpoint: 'http://cloud.example:5000/v3',
  username: 'demo',
  password: 'demo',
  zone: DEMO_ZONE,
  tenant: { id: 'demo', name: 'Demo' },
} as const;

/** Body of POST /increase-capacity, all but its source. */
export const demoPool = {
  capacity: {
    cores: '64',
    ram: '262144',
    instances: '40',
    addresses: '32',
    gigabytes: '10000',
    volumes: '100',
    snapshots: '100',
  },
} as const;

/** Body of POST /create-instance, all but its reservation, which is the first one below. */
export const demoInstance = { name: 'web-1', image: 'debian-13', flavor: 'm1.medium' } as const;

export interface DemoRequest {
  readonly path: string;
  readonly body: object;
}

/**
 * A reservation of each kind, spread over the coming weeks. The first can be drawn from at once.
 *
 * @param at midnight so many days from today, as the interface writes it
 */
export function demoReservations(at: (days: number) => string): readonly DemoRequest[] {
  return [
    {
      path: '/create-reservation',
      body: {
        zone: DEMO_ZONE,
        start: at(0),
        end: at(28),
        capacity: {
          cores: '12',
          ram: '49152',
          instances: '6',
          addresses: '2',
          gigabytes: '500',
          volumes: '6',
        },
      },
    },
    {
      path: '/reservation/compute/create',
      body: {
        zoneId: DEMO_ZONE,
        startTime: at(3),
        endTime: at(5),
        computePoolReservation: { numCpuCores: 32, numVcInstances: 8, virtualMemSize: 131_072 },
      },
    },
    {
      path: '/reservation/compute/create',
      body: {
        zoneId: DEMO_ZONE,
        startTime: at(7),
        endTime: at(21),
        virtualizationContainerReservation: [container('db-1'), container('db-2')],
      },
    },
    {
      path: '/reservation/network/create',
      body: {
        zoneId: DEMO_ZONE,
        startTime: at(2),
        endTime: at(16),
        networkReservation: { numPublicIps: 4 },
      },
    },
    {
      path: '/reservation/storage/create',
      body: {
        zoneId: DEMO_ZONE,
        startTime: at(1),
        endTime: at(31),
        storagePoolReservation: { storageSize: 2000, numSnapshots: 10, numVolumes: 8 },
      },
    },
  ];
}

function container(containerId: string): object {
  return {
    containerId,
    containerFlavor: {
      flavorId: 'db.large',
      virtualCpu: { numVirtualCpu: 4, cpuArchitecture: 'x86' },
      virtualMemory: { numaEnabled: 'false', virtualMemSize: 16_384 },
      storageAttributes: { typeOfStorage: 'volume', sizeOfStorage: 200 },
    },
  };
}
