import { startService, type RunningService } from '../support/service.js';

const THRESHOLD = {
  thresholdType: 'absoluteValue',
  threshold: { capacity_info: 'available', condition: 'lt', value: 5 },
};

describe('a threshold', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const subscribe = async (threshold: unknown, status: number) => {
    const request = service.http.post('/capacity/compute/subscribe');
    const answer = await request.send({ computeResourceTypeId: 'cpuCores', threshold }).expect(status);
    return answer.body as Record<string, any>;
  };
  const withValue = (thresholdType: string, value: unknown) => ({
    thresholdType,
    threshold: { ...THRESHOLD.threshold, value },
  });

  it.each([
    ['absoluteValue', 0, 0],
    ['absoluteValue', '32768', 32_768],
    ['absoluteValue', 1e300, 1e300],
    ['absoluteValue', 7.5, 7.5],
    ['absoluteValue', -1, -1],
    ['absoluteValue', '-2.5', -2.5],
    ['absoluteValue', '-0', 0],
    ['percentageOfTotal', 12.5, 12.5],
    ['percentageOfTotal', '99.9', 99.9],
    ['percentageOfTotal', '100', 100],
  ])('201: %s %j', async (type, value, kept) => {
    const made = await subscribe(withValue(type, value), 201);
    const read = await service.http.get(`/subscriptions/${made.capacityChangeSubscriptionId}`);
    expect(read.body.threshold).toEqual(withValue(type, kept));
  });

  it.each<[string, unknown]>([
    ['absoluteValue', '9'.repeat(400)],
    ['absoluteValue', '--1'],
    ['percentageOfTotal', 100.1],
    ['percentageOfTotal', -0.1],
    ...[-1, '', ' 5', 'abc', '1e3', '0x10', null, undefined, true, [5], {}].map(
      (value): [string, unknown] => ['percentageOfTotal', value],
    ),
  ])('400: %s %j', async (type, value) => {
    const refused = await subscribe(withValue(type, value), 400);
    expect(refused.errors).toMatchObject([{ pointer: '/threshold/threshold/value' }]);
    expect(refused.detail).toContain('threshold.threshold.value');
  });

  it.each(['lt', 'le', 'gt', 'ge', 'eq', 'ne'])('201: condition %s', async (condition) => {
    await subscribe({ ...THRESHOLD, threshold: { ...THRESHOLD.threshold, condition } }, 201);
  });

  it.each([
    ['thresholdType', { ...THRESHOLD, thresholdType: 'relative' }],
    ['thresholdType', { threshold: THRESHOLD.threshold }],
    ['threshold', { thresholdType: 'absoluteValue' }],
    ['threshold', { ...THRESHOLD, threshold: 5 }],
    ['threshold/condition', { ...THRESHOLD, threshold: { ...THRESHOLD.threshold, condition: '<' } }],
    ['threshold/capacity_info', { ...THRESHOLD, threshold: { ...THRESHOLD.threshold, capacity_info: null } }],
    [
      'threshold/capacity_info',
      { ...THRESHOLD, threshold: { ...THRESHOLD.threshold, capacity_info: 'free' } },
    ],
  ])('400: names %s', async (pointer, threshold) => {
    const refused = await subscribe(threshold, 400);
    expect(refused.errors).toMatchObject([{ pointer: `/threshold/${pointer}` }]);
  });

  it.each([5, 'x', []])('400: %j is no threshold', async (threshold) => {
    expect((await subscribe(threshold, 400)).errors).toMatchObject([{ pointer: '/threshold' }]);
  });
});
