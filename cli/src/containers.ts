import { InvalidArgumentError } from 'commander';
import type { Schemas } from '@headroom/client';

type Container = NonNullable<Schemas['FindWindowsBody']['containers']>[number];

const FORM = 'It is written as cores=4,ram=8192,gigabytes=20,count=3: what one has, and how many there are.';

/** Collects repeated `--container` options. */
export function collectContainers(text: string, before: readonly Container[] = []): readonly Container[] {
  const amounts = new Map(text.split(',').map(amountOf));
  const container: Container = {
    containerFlavor: {
      virtualCpu: withMember('numVirtualCpu', amounts.get('cores')),
      virtualMemory: withMember('virtualMemSize', amounts.get('ram')),
      storageAttributes: withMember('sizeOfStorage', amounts.get('gigabytes')),
    },
  };
  return [...before, ...Array.from({ length: amounts.get('count') ?? 1 }, () => container)];
}

function withMember<N extends string>(name: N, value: number | undefined): Record<N, number> | undefined {
  return value === undefined ? undefined : ({ [name]: value } as Record<N, number>);
}

function amountOf(part: string): [name: string, amount: number] {
  const [, name, amount] = /^(cores|ram|gigabytes|count)=(\d{1,9})$/.exec(part.trim()) ?? [];
  if (name === undefined) throw new InvalidArgumentError(FORM);
  return [name, Number(amount)];
}
