import { reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const environment = { PUBLIC_IP_RANGES: '198.51.100.0/24' };

/** A range of one block, which any zone may get. Each service has read that it is spare. */
describe('a block of public addresses that another zone has taken', () => {
  let services: RunningService[];
  beforeEach(async () => {
    const first = await startService({ environment });
    services = [first, await startService({ environment, database: first.database, clock: first.clock })];
    for (const zone of ['mine', 'other']) await first.provider({ addresses: 10 }, { zone });
    for (const service of services) expect(await windows(service)).toHaveLength(1);
  });
  afterEach(async () => {
    for (const service of services.reverse()) await service.stop();
  });

  const windows = async (service: RunningService): Promise<object[]> => {
    const search = { zone: 'mine', capacity: { addresses: 1 }, duration: 60 };
    return (await service.operation('find-windows', search)).windows as object[];
  };
  const take = async (service: RunningService): Promise<void> => {
    expect(await reserve(service, 'other', [undefined, undefined], { addresses: 1 })).toMatchObject({
      result: 'ok',
    });
  };

  // Regression: windows were named in which no address could be had.
  it.each([0, 1])('is in no window that process %i names', async (at) => {
    await take(services[0]);
    expect(await windows(services[at])).toEqual([]);
  });

  // Regression: the dry run named no available number and had no offer.
  it.each([0, 1])('is refused by a dry run of process %i as by a request', async (at) => {
    await take(services[0]);
    const ask = (more: object) =>
      reserve(services[at], 'mine', [undefined, undefined], { addresses: 1 }, more);
    const [dry, real] = [await ask({ 'dry-run': true }), await ask({})];
    expect(real).toMatchObject({ result: 'conflict', offer: { maxCapacity: { addresses: 0 } } });
    expect(dry).toEqual({ ...real, 'dry-run': true });
  });
});
