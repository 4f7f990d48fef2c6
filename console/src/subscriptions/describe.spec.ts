import { describeSubscription, describeThreshold } from './describe';

const absolute = {
  thresholdType: 'absoluteValue',
  threshold: { capacity_info: 'available', condition: 'lt', value: 2048 },
} as const;
const subscription = { subscriptionId: 's', kind: 'compute', created: '2030-01-01T00:00:00Z' } as const;

describe('subscriptions in words', () => {
  it('say when they fire', () => {
    expect(describeThreshold(absolute, 'ram')).toBe('available < 2 GB');
    expect(describeThreshold({ ...absolute, thresholdType: 'percentageOfTotal' }, 'ram')).toBe(
      'available < 2048 %',
    );
  });

  it('say what they watch', () => {
    const capacity = {
      ...subscription,
      computeResourceTypeId: 'virtualMemSize' as const,
      zoneId: 'north',
      threshold: absolute,
    };
    expect(describeSubscription(capacity)).toBe('Memory in north: available < 2 GB');
    expect(describeSubscription({ ...subscription, kind: 'reservation', inputFilter: [] })).toBe(
      'All reservations',
    );
  });
});
