/** What a provider is like, beside how much it has (semantics §7). */
export interface Traits {
  readonly cpuArchitecture: string;
  readonly typeOfStorage: string;
  readonly rdmaSupported: boolean;
}

/** Kept apart, so that looking at the platform again never overrules what an operator has said. */
export interface StoredTraits {
  readonly given: Partial<Traits>;
  readonly discovered: Partial<Traits>;
}

/** Traits that a provider must have. A member that is absent requires nothing; several types of storage must all be there. */
export interface RequiredTraits {
  readonly cpuArchitecture?: string;
  readonly typeOfStorage?: string | readonly string[];
  readonly rdmaSupported?: boolean;
}

/** A provider of which nothing is known counts as these. */
const DEFAULT_TRAITS: Traits = { cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false };

export function traitsOf({ given, discovered }: StoredTraits): Traits {
  return { ...DEFAULT_TRAITS, ...discovered, ...given };
}

/** `rdmaSupported: false` requires nothing: storage that could do more than is needed still serves. */
export function hasTraits(traits: Traits, required: RequiredTraits): boolean {
  const { cpuArchitecture, typeOfStorage = [], rdmaSupported } = required;
  const types = typeof typeOfStorage === 'string' ? [typeOfStorage] : typeOfStorage;
  return (
    (cpuArchitecture === undefined ||
      architecture(cpuArchitecture) === architecture(traits.cpuArchitecture)) &&
    types.every((type) => type.toLowerCase() === traits.typeOfStorage.toLowerCase()) &&
    (!rdmaSupported || traits.rdmaSupported)
  );
}

/** `x86` and `x86_64` are one architecture under two names. */
function architecture(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'x86_64' ? 'x86' : lower;
}
