import { questionOf, totalOf, type Need } from './need';

const NEED: Need = {
  isContainers: false,
  amounts: { cores: 8, ram: 0 },
  containers: { count: 3, cores: 2, ram: 1024 },
  duration: 3600,
  cpuArchitecture: '',
};
const ask = (change: Partial<Need>) => questionOf({ ...NEED, ...change }, 'z', 1000);

describe('what is asked to find room', () => {
  it('leaves the range to the service unless one is chosen, and leaves out zeros', () => {
    expect(ask({})).toEqual({ asked: { zone: 'z', capacity: { cores: 8 }, duration: 3600 } });
  });

  it('has the traits, and containers instead of amounts', () => {
    const { containers } = NEED;
    expect(ask({ isContainers: true, cpuArchitecture: ' arm64 ' })).toEqual({
      asked: { zone: 'z', containers, duration: 3600, cpuArchitecture: 'arm64' },
    });
    expect(totalOf({ ...NEED, isContainers: true })).toEqual({ cores: 6, ram: 3072, instances: 3 });
  });

  it('is nothing where no amount is given', () => {
    expect(ask({ amounts: { cores: 0 } })).toHaveProperty(
      'problem',
      expect.stringContaining('at least one amount'),
    );
  });

  it('is not asked without a duration', () => {
    expect(ask({ duration: undefined })).toHaveProperty('problem', expect.stringContaining('for how long'));
  });

  it('is not asked of the past, nor of a range that is shorter than the need', () => {
    expect(ask({ to: 900 })).toHaveProperty('problem', expect.stringContaining('is over'));
    expect(ask({ from: 0, to: 4000 })).toHaveProperty('problem', expect.stringContaining('shorter than'));
    expect(ask({ from: 0, to: 4600 })).toHaveProperty('asked.to', 4600);
  });

  it.each(['isFromIncomplete', 'isToIncomplete'])('is not asked while a time is half filled: %s', (field) => {
    expect(ask({ [field]: true })).toHaveProperty('problem', expect.stringContaining('incomplete'));
  });
});
