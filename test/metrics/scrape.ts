import { request } from 'undici';

export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The result of a scrape of `/metrics`. Parsing is strict: a line that Prometheus would reject is an error. */
export class Scrape {
  private constructor(
    readonly text: string,
    readonly samples: readonly ScrapedSample[],
    /** Family → type. */
    readonly types: ReadonlyMap<string, string>,
  ) {}

  static async of(baseUrl: string): Promise<Scrape> {
    const { statusCode, headers, body } = await request(`${baseUrl}/metrics`);
    const text = await body.text();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    return Scrape.parse(text);
  }

  static parse(text: string): Scrape {
    const samples: ScrapedSample[] = [];
    const types = new Map<string, string>();
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.split('\n').filter(Boolean)) {
      const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
      if (type) types.set(type[1], type[2]);
      else if (!line.startsWith('# HELP ')) samples.push(sampleOf(line));
    }
    return new Scrape(text, samples, types);
  }

  /** The samples of a name that have at least these labels. */
  all(name: string, labels: Readonly<Record<string, string>> = {}): ScrapedSample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === `headroom_${name}` &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The value of the one sample with these labels; undefined when there is none. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.all(name, labels);
    if (found.length > 1) throw new Error(`${found.length} samples of ${name} ${JSON.stringify(labels)}`);
    return found.at(0)?.value;
  }
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;

function sampleOf(line: string): ScrapedSample {
  const found = LINE.exec(line);
  if (!found) throw new Error(`not a line of the text format: ${line}`);
  const [, name, labels = '', value] = found;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [
    label,
    text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
  ]);
  return { name, labels: Object.fromEntries(pairs), value: numberOf(value) };
}

function numberOf(text: string): number {
  if (text === '+Inf') return Infinity;
  const value = Number(text);
  if (Number.isNaN(value) && text !== 'Nan' && text !== 'NaN') throw new Error(`not a number: ${text}`);
  return value;
}
