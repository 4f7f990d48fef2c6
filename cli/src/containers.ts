import { InvalidArgumentError } from 'commander';
import type { Schemas } from '@headroom/client';

type Container = NonNullable<Schemas['FindWindowsBody']['containers']>[number];

const FORM = 'It is written as cores=4,ram=8192,gigabytes=20,count=3: what one has, and how many there are.';

/** As many elements as the service takes in the lists of a request. */
const MAX_CONTAINERS = 5000;

/** Collects repeated `--container` options. */
export function collectContainers(text: string, before: readonly Container[] = []): readonly Container[] {
  const pairs = text.split(',').map(amountOf);
  const amounts = new Map(pairs);
  if (amounts.size < pairs.length) throw new InvalidArgumentError(FORM);
  const count = amounts.get('count') ?? 1;
  if (before.length + count > MAX_CONTAINERS)
    throw new InvalidArgumentError(`There are ${MAX_CONTAINERS} containers at most.`);
  const container: Container = {
    containerFlavor: {
      virtualCpu: withMember('numVirtualCpu', amounts.get('cores')),
      virtualMemory: withMember('virtualMemSize', amounts.get('ram')),
      storageAttributes: withMember('sizeOfStorage', amounts.get('gigabytes')),
    },
  };
  return [...before, ...Array.from({ length: count }, () => container)];
}

function withMember<N extends string>(name: N, value: number | undefined): Record<N, number> | undefined {
  return value === undefined ? undefined : ({ [name]: value } as Record<N, number>);
}

function amountOf(part: string): [name: string, amount: number] {
  const [, name, amount] = /^(cores|ram|gigabytes|count)=(\d{1,9})$/.exec(part.trim()) ?? [];
  if (name === undefined) throw new InvalidArgumentError(FORM);
  return [name, Number(amount)];
}
