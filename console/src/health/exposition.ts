/** One line of Prometheus' text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** @param wanted leaves out the others before they are taken apart; buckets of histograms are most of the text */
export function parseExposition(text: string, wanted: (name: string) => boolean): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || !wanted(name)) continue;
    samples.push({ name, labels: labelsOf(labels), value: Number(value) });
  }
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)].map(([, key, value]) => [key, value.replace(/\\(.)/g, unescape)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function unescape(_pair: string, letter: string): string {
  return letter === 'n' ? '\n' : letter;
}

/** The sum over all label sets that match. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const matches = (sample: Sample): boolean =>
    sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samples.filter(matches).reduce((sum, { value }) => sum + value, 0);
}

/** Undefined where the service does not tell. */
export function valueOf(samples: readonly Sample[], name: string): number | undefined {
  return samples.find((sample) => sample.name === name)?.value;
}
