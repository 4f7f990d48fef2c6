import { InvalidArgumentError } from 'commander';
import type { Schemas } from '@headroom/client';

export type Traits = NonNullable<Schemas['FindWindowsBody']['traits']>;

const NAMES = ['cpuArchitecture', 'typeOfStorage', 'rdmaSupported'] as const;

/** Collects repeated `--trait name=value` options. */
export function collectTrait(text: string, before: Traits = {}): Traits {
  const [given, ...value] = text.split('=');
  const name = NAMES.find((each) => each === given);
  if (name === undefined || value.length === 0) {
    throw new InvalidArgumentError(`It is written as name=value; names are ${NAMES.join(', ')}.`);
  }
  if (before[name] !== undefined) throw new InvalidArgumentError(`${name} has a value already.`);
  return { ...before, [name]: value.join('=') };
}
