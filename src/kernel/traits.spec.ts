import { hasTraits, traitsOf } from './traits.js';

const plain = traitsOf({ given: {}, discovered: {} });
const special = { cpuArchitecture: 'arm64', typeOfStorage: 'ssd', rdmaSupported: true };

describe('traitsOf', () => {
  it('takes an unknown architecture for x86, and an unknown type of storage for volume', () => {
    expect(plain).toEqual({ cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false });
  });

  it('prefers the traits set by an operator to those of the platform', () => {
    const discovered = { cpuArchitecture: 'x86_64', typeOfStorage: 'ssd' };
    expect(traitsOf({ given: { cpuArchitecture: 'arm64' }, discovered })).toEqual({
      cpuArchitecture: 'arm64',
      typeOfStorage: 'ssd',
      rdmaSupported: false,
    });
  });
});

describe('hasTraits', () => {
  it.each([
    [{}, true, true],
    [{ cpuArchitecture: 'x86' }, true, false],
    [{ cpuArchitecture: 'x86_64' }, true, false],
    [{ cpuArchitecture: 'X86_64' }, true, false],
    [{ cpuArchitecture: 'arm64' }, false, true],
    [{ typeOfStorage: 'ssd' }, false, true],
    [{ typeOfStorage: 'hdd' }, false, false],
    [{ typeOfStorage: 'volume' }, true, false],
    [{ typeOfStorage: [] }, true, true],
    [{ typeOfStorage: ['volume', 'Volume'] }, true, false],
    [{ typeOfStorage: ['volume', 'ssd'] }, false, false],
    [{ rdmaSupported: true }, false, true],
    [{ rdmaSupported: false }, true, true],
    [{ cpuArchitecture: 'arm64', typeOfStorage: 'SSD', rdmaSupported: true }, false, true],
  ])('%j: the default provider %s, one with arm64, ssd and rdma %s', (required, ofPlain, ofSpecial) => {
    expect(hasTraits(plain, required)).toBe(ofPlain);
    expect(hasTraits(special, required)).toBe(ofSpecial);
  });

  it('takes x86 and x86_64 for the same, whichever of them the provider has', () => {
    expect(hasTraits({ ...plain, cpuArchitecture: 'x86_64' }, { cpuArchitecture: 'x86' })).toBe(true);
  });
});
