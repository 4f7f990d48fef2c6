import { InvalidArgumentError } from 'commander';

export type Labels = Readonly<Record<string, string>>;

/** Collects repeated `--label key=value` options. */
export function collectLabel(text: string, before: Labels = {}): Labels {
  const [, key, value] = /^([A-Za-z0-9._/-]{1,63})=(.*)$/.exec(text) ?? [];
  if (key === undefined) throw new InvalidArgumentError('It is written as key=value.');
  return { ...before, [key]: value ?? '' };
}

export function labelsText(labels: Labels | undefined): string {
  return Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
}
