import { CollectionsInWindowRepository } from '../../src/capacity/collections-in-window.repository.js';
import { capacityAt } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('networks added to a zone whose addresses are in use', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('serve the next reservation', async () => {
    const { provider } = await service.provider({ cores: 1 });
    const grow = (addresses: number, network: string) =>
      service.operation('increase-capacity', {
        source: provider,
        capacity: { addresses },
        publicIps: [network],
      });
    const reserve = () => service.operation('create-reservation', { zone: 'z1', capacity: { addresses: 2 } });
    expect(await grow(2, '203.0.113.0/30')).toMatchObject({ result: 'ok' });
    expect(await reserve()).toMatchObject({ result: 'ok' });
    expect(await grow(14, '203.0.113.16/28')).toMatchObject({ result: 'ok' });
    expect(await reserve()).toMatchObject({ result: 'ok' });
  });

  it('appear together with the capacity that they came with, though a query was under way', async () => {
    const { provider: source } = await service.provider({}, { zone: 'late' });
    const grow = (addresses: number, network: string) =>
      service.operation('increase-capacity', { source, capacity: { addresses }, publicIps: [network] });
    await grow(3, '198.51.100.0/30');
    const collections = service.app.get(CollectionsInWindowRepository);
    const find = collections.find.bind(collections);
    const found = jest.spyOn(collections, 'find').mockImplementationOnce(async (...asked) => {
      const before = await find(...asked);
      await grow(4, '198.51.100.8/29');
      return before;
    });
    // Before the change 2 addresses (3 declared, 2 usable), after it 7 (7 declared, 8 usable). Never 3: old capacity with new ranges.
    expect(await capacityAt(service, 'late', undefined, 'total')).toEqual({ addresses: 7 });
    expect(found).toHaveBeenCalledTimes(2);
    found.mockRestore();
  });
});
