import { DEFAULT_TRAITS, hasTraits, isZoneName } from './provider.js';

const plain = { traits: DEFAULT_TRAITS };
const special = { traits: { cpuArchitecture: 'arm64', typeOfStorage: 'ssd', rdmaSupported: true } };

describe('hasTraits', () => {
  it.each([
    [{}, true, true],
    [{ cpuArchitecture: 'x86' }, true, false],
    [{ cpuArchitecture: 'x86_64' }, true, false],
    [{ cpuArchitecture: 'X86_64' }, true, false],
    [{ cpuArchitecture: 'arm64' }, false, true],
    [{ typeOfStorage: 'ssd' }, false, true],
    [{ typeOfStorage: 'hdd' }, false, false],
    [{ rdmaSupported: true }, false, true],
    [{ rdmaSupported: false }, true, true],
    [{ cpuArchitecture: 'arm64', typeOfStorage: 'SSD', rdmaSupported: true }, false, true],
  ])('%j: the default provider %s, one with arm64, ssd and rdma %s', (criteria, ofPlain, ofSpecial) => {
    expect(hasTraits(plain, criteria)).toBe(ofPlain);
    expect(hasTraits(special, criteria)).toBe(ofSpecial);
  });

  it('takes x86 and x86_64 for the same, whichever of them the provider has', () => {
    const provider = { traits: { cpuArchitecture: 'x86_64', rdmaSupported: false } };
    expect(hasTraits(provider, { cpuArchitecture: 'x86' })).toBe(true);
  });
});

describe('isZoneName', () => {
  it.each(['a', 'nova', 'zone 1', 'Zürich/2', '__proto__', 'x'.repeat(255)])('allows %j', (text) => {
    expect(isZoneName(text)).toBe(true);
  });

  it.each(['', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\u0085', '\ud800'])('refuses %j', (text) => {
    expect(isZoneName(text)).toBe(false);
  });
});
