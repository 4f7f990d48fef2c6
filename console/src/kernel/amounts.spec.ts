import { describeAmounts, formatAmount, inOrder } from './amounts';

describe('amounts', () => {
  it('shows memory and storage in units that can be read', () => {
    expect(formatAmount('ram', 512)).toBe('512 MB');
    expect(formatAmount('ram', 49_152)).toBe('48 GB');
    expect(formatAmount('gigabytes', 2000)).toBe('2 TB');
    expect(formatAmount('gigabytes', 10_000)).toBe('10 TB');
    expect(formatAmount('cores', 12)).toBe('12');
    expect(formatAmount('gigabytes', 0.9444)).toBe('0.94 GB');
    expect(formatAmount('cores', 0.0123)).toBe('0.012');
  });

  it('describes them in the order of the documentation', () => {
    expect(describeAmounts({ ram: 2048, instances: 1, cores: 4, addresses: 1, gpus: 2, volumes: 0 })).toBe(
      '4 cores, 2 GB memory, 1 instance, 1 address, 2 gpus',
    );
  });

  it('puts classes of the operator last', () => {
    expect(inOrder(['gpus', 'ram', 'cores', 'ram'])).toEqual(['cores', 'ram', 'gpus']);
  });
});
