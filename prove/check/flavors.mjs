/** The flavors of instances in the workload, without the disk: it counts only on providers that declare such capacity. */
export const FLAVORS = {
  'm1.tiny': { cores: 1, ram: 512, instances: 1 },
  'm1.medium': { cores: 2, ram: 4096, instances: 1 },
  'sim.nano': { cores: 1, ram: 128, instances: 1 },
};
