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
});
