import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeavyWork } from '../kernel/heavy-work.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Admission } from './admission/admission.js';
import type { AllocationService } from './allocation.service.js';
import { ZoneLimitReached } from './admission/refusals.js';
import { BestZone } from './best-zone.js';

/** Zones `z00`, `z01`, … , the first ranked best. `decide` is called with a zone, and whether it only rehearses. */
function choice(count: number, decide: (zoneId: string, isDryRun: boolean) => void) {
  const zoneIds = Array.from({ length: count }, (_, index) => `z${String(index).padStart(2, '0')}`);
  let [underWay, most] = [0, 0];
  const admit = async (zoneId: string, { isDryRun = false }: Admission<string>) => {
    most = Math.max(most, ++underWay);
    await nextTurn();
    underWay -= 1;
    decide(zoneId, isDryRun);
    return zoneId;
  };
  const readState = () => Promise.resolve(0);
  const allocation = { admit, readState, lastSeen: () => ({}) } as unknown as AllocationService;
  const bestZone = new BestZone(allocation, { now: () => 0 }, new HeavyWork(1));
  const admission: Admission<string> = { decide: () => '' };
  const chosen = bestZone.admit(
    zoneIds,
    () => 0,
    () => admission,
    {},
  );
  return { chosen, mostAtOnce: () => most };
}

function full(): DomainError {
  return new DomainError('conflict', 'capacity-insufficient', 'full');
}

describe('the best of several zones', () => {
  it('is found at once where the first has room', async () => {
    const decided: [string, boolean][] = [];
    expect(await choice(40, (...one) => decided.push(one)).chosen).toBe('z00');
    expect(decided).toEqual([['z00', false]]);
  });

  it('is looked for among sixteen at a time behind the first', async () => {
    const { chosen, mostAtOnce } = choice(40, () => {
      throw full();
    });
    await expect(chosen).rejects.toMatchObject({ code: 'capacity-insufficient' });
    expect(mostAtOnce()).toBe(16);
  });

  it('is the first in which it fits, in a rehearsal and when it is decided', async () => {
    const taken = ['z20', 'z22'];
    const { chosen } = choice(40, (zoneId, isDryRun) => {
      if (zoneId < 'z20' || (taken.includes(zoneId) && !isDryRun)) throw full();
    });
    expect(await chosen).toBe('z21');
  });

  it('is another one where a limit of the caller in the first is reached', async () => {
    const limit = ZoneLimitReached.of(['capacity'], 'reached');
    const { chosen } = choice(3, (zoneId) => {
      if (zoneId === 'z00') throw limit;
      if (zoneId === 'z01') throw full();
    });
    expect(await chosen).toBe('z02');
    const limited = choice(3, () => {
      throw limit;
    });
    await expect(limited.chosen).rejects.toBe(limit);
  });

  it('is not asked for any more after another error than a shortage', async () => {
    const decided: string[] = [];
    const { chosen } = choice(40, (zoneId, isDryRun) => {
      if (!isDryRun) decided.push(zoneId);
      throw zoneId === 'z03' ? new DomainError('unavailable', 'queue-full', 'full') : full();
    });
    await expect(chosen).rejects.toMatchObject({ code: 'queue-full' });
    expect(decided).toEqual(['z00']);
  });
});
