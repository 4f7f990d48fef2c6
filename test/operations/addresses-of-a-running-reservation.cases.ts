import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';

describe('a running reservation that is given another address', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } });
    await service.provider({ addresses: 100 });
  });
  afterEach(() => service.stop());

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);

  async function reserve(seconds: number, addresses: number): Promise<string> {
    const body = { zone: 'z1', end: at(seconds), capacity: { addresses: String(addresses) } };
    const answer = await service.operation('create-reservation', body);
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  async function addressesOf(id: string): Promise<string[]> {
    const { body } = await service.http.get(`/reservations/${id}`);
    return (body as { publicIps: string[] }).publicIps;
  }

  it('gets one that is free from now on, whoever had it before, and keeps its own', async () => {
    await reserve(3_600, 1);
    const long = await reserve(14_400, 1);
    expect(await addressesOf(long)).toEqual(['203.0.113.2']);
    service.clock.advance(7_200);
    const change = { 'reservation-id': long, capacity: { addresses: '2' } };
    expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    expect(await addressesOf(long)).toEqual(['203.0.113.2', '203.0.113.1']);
  });

  it('leaves the address of an ended reservation to new ones', async () => {
    await reserve(3_600, 1);
    await reserve(14_400, 1);
    service.clock.advance(7_200);
    expect(await addressesOf(await reserve(60, 1))).toEqual(['203.0.113.1']);
  });
});
