import fc from 'fast-check';
import { Caller } from '../support/calls.js';
import { inconsistencies } from '../support/consistency.js';
import { sumOf, type Amounts, type Host } from '../support/placed-model.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { ActingZones } from './placed-acts.js';
import { registration } from './placed-capacity.js';
import { ACT, HOST, type Act, type HostPlan } from './placed-plans.js';

describe('units and containers on unlike providers', () => {
  let service: RunningService;
  let caller: Caller;
  let zones = 0;
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    try {
      expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  async function play(plans: readonly HostPlan[], elsewhere: HostPlan, acts: readonly Act[]): Promise<void> {
    const names = [`placed-${++zones}`, `placed-${zones}-elsewhere`];
    const hosts: Host[] = [];
    const acting = new ActingZones(service, caller, names, hosts);
    const { model } = acting;
    for (const [index, { units, more, hasDisks, traits }] of [...plans, elsewhere].entries()) {
      const zone = names[index < plans.length ? 0 : 1];
      const host = {
        id: '',
        zone,
        traits,
        isRetired: false,
        endpoint: `http://${zone}-${index}.example:5000/v3`,
      };
      const { 'provider-id': id } = await service.operation('add-provider', registration(host));
      const disks: Amounts = hasDisks ? { gigabytes: 100 * units, volumes: 3 * units } : {};
      const amounts = sumOf([{ cores: 4 * units, ram: 8192 * units, instances: 3 * units }, more, disks]);
      const { 'pool-id': pool } = await service.operation('increase-capacity', {
        source: id,
        capacity: amounts,
      });
      hosts.push(Object.assign(host, { id: id as string }));
      model.pools.push({ id: pool as string, host, start: model.now, end: Infinity, amounts });
    }
    for (const act of acts) await acting.act(act);
  }

  it('lie whole where their traits allow it, and are refused only where no placement fits', async () => {
    const plans = fc.array(HOST, { minLength: 2, maxLength: 4 });
    const property = fc.asyncProperty(plans, HOST, fc.array(ACT, { minLength: 30, maxLength: 60 }), play);
    await fc.assert(property, { numRuns: runs(5), endOnFailure: true });
  }, 300_000);
});
