import type { AllocationService } from '../allocation/allocation.service.js';
import type { Admission } from '../allocation/admission/admission.js';
import { readConfiguration } from '../config/configuration.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import type { ZonesRepository } from '../zones/zones.repository.js';
import { WindowsService } from './windows.service.js';

const CREDENTIAL_KEYS = `k1:${Buffer.alloc(32).toString('base64')}`;
const FOUND = { windows: [{ zoneId: 'z1', start: 100, latestStart: 200, free: {} }], isMore: false };

/** The admission of a hold in any zone. */
async function admissionOf(hasKey: boolean): Promise<Admission<unknown>> {
  const admissions: Admission<unknown>[] = [];
  const allocation = {
    readState: () => Promise.resolve(FOUND),
    admit: (_: string, admission: Admission<unknown>) => {
      admissions.push(admission);
      return Promise.resolve({ found: FOUND });
    },
  };
  const service = new WindowsService(
    allocation as unknown as AllocationService,
    { all: () => Promise.resolve(['z1']) } as unknown as ZonesRepository,
    { now: () => 0 },
    readConfiguration({ CREDENTIAL_KEYS }),
    new HeavyWork(1),
  );
  const asked = { amounts: { cores: 1 }, duration: 60, limit: 1 };
  await service.findAndHold(asked, { seconds: 60 }, () => ({}), hasKey);
  return admissions[0];
}

describe('a hold in any zone', () => {
  it.each([true, false])('says whether it has a key to remember: %s', async (hasKey) => {
    expect(await admissionOf(hasKey)).toMatchObject({ isForAnyZone: true, hasKey });
  });
});
