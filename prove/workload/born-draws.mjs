/** Draws for requests to zones that are born during the round. */

/** Classes that a move has to set to zero, because a class it does not name stays unchanged. */
export const NOTHING_OF = {
  pool: { instances: 0, gpus: 0 },
  storage: { snapshots: 0 },
  network: {},
  mixed: { instances: 0, gpus: 0, volumes: 0, snapshots: 0, addresses: 0 },
};

export const OTHER_FORM = { pool: 'containers', containers: 'pool' };

/** The traits that a reservation requires of its providers, the same for all its containers. */
export function traitsFor(random, form, side) {
  const cpuArchitecture = random.weighted({ x86: 40, x86_64: 15, arm64: 35, riscv64: 10 });
  const typeOfStorage = random.weighted({ ssd: 35, hdd: 35, volume: 20, tape: 10 });
  const isBound = random.chance(form === 'containers' ? 0.5 : 0.25);
  if (!isBound || (form !== 'containers' && side !== 'operations')) return undefined;
  return form === 'storage' ? { typeOfStorage } : { cpuArchitecture };
}

export function traitsOf(random) {
  return {
    cpuArchitecture: random.pick(['x86', 'x86', 'arm64']),
    typeOfStorage: random.pick(['ssd', 'hdd', undefined]),
    rdmaSupported: random.chance(0.3),
  };
}

export function someOf(random, name, kind) {
  const most = { cores: 12, instances: 16, addresses: 5, volumes: 10, snapshots: 8, gpus: 9 }[name];
  return random.integer(1, kind === 'increase' ? most : 4);
}
