/** Properties of a provider besides its capacity (semantics §7). */
export interface Traits {
  readonly cpuArchitecture: string;
  readonly typeOfStorage: string;
  readonly rdmaSupported: boolean;
}

/** Stored separately, so that discovery never overrides the operator's values. */
export interface StoredTraits {
  readonly given: Partial<Traits>;
  readonly discovered: Partial<Traits>;
}

/** Traits that a provider must have. An absent member requires nothing; of several storage types, all are required. */
export interface WantedTraits {
  readonly cpuArchitecture?: string;
  readonly typeOfStorage?: string | readonly string[];
  readonly rdmaSupported?: boolean;
}

/** Traits of a provider for which none are known. */
const DEFAULT_TRAITS: Traits = { cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false };

export function traitsOf({ given, discovered }: StoredTraits): Traits {
  return { ...DEFAULT_TRAITS, ...discovered, ...given };
}

/** `rdmaSupported: false` requires nothing: storage with RDMA still meets it. */
export function hasTraits(traits: Traits, required: WantedTraits): boolean {
  const { cpuArchitecture, typeOfStorage = [], rdmaSupported } = required;
  const types = typeof typeOfStorage === 'string' ? [typeOfStorage] : typeOfStorage;
  return (
    (cpuArchitecture === undefined ||
      architecture(cpuArchitecture) === architecture(traits.cpuArchitecture)) &&
    types.every((type) => type.toLowerCase() === traits.typeOfStorage.toLowerCase()) &&
    (!rdmaSupported || traits.rdmaSupported)
  );
}

/** `x86` and `x86_64` are the same architecture. */
function architecture(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'x86_64' ? 'x86' : lower;
}
