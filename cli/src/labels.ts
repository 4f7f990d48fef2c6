import { InvalidArgumentError } from 'commander';

export type Labels = Readonly<Record<string, string>>;

const PAIR = /^([A-Za-z0-9._/-]{1,63})=(.*)$/;

/** Collects repeated `--label key=value` options. */
export function collectLabel(text: string, before: Labels = {}): Labels {
  const [, key, value] = PAIR.exec(text) ?? [];
  if (key === undefined) throw new InvalidArgumentError('It is written as key=value.');
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`${key} has a value already.`);
  return { ...before, [key]: value ?? '' };
}

/** Collects repeated `--label key=value` options of a list, which may name a key alone, as the service reads them. */
export function collectLabelFilter(text: string, before: readonly string[] = []): string[] {
  return [...before, text.replace(PAIR, '$1:$2')];
}

export function labelsText(labels: Labels | undefined): string {
  return Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
}
