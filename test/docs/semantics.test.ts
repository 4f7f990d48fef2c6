import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync('docs/semantics.md', 'utf8');

/** Section number → its text. */
const sections = new Map(
  page
    .split(/^## (?=\d)/m)
    .slice(1)
    .map((text) => [Number.parseInt(text, 10), text]),
);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

/** As in `(semantics §5, per-tenant limits)`; comments may break the line in between. */
const CITATION = /semantics[\s*]+§(\d+)/g;
const CITED_SUBJECT = /\(semantics[\s*]+§(\d+),[\s*]+([^)]+)\)/g;

/** An error code follows the kind or the status of a refusal, or is assigned to a name. */
const CODES = [
  /(?:'(?:invalid|policy|unknown|conflict|inactive|unavailable)'|\b[45]\d\d),\s*'([a-z]+(?:-[a-z]+)*)'/g,
  /(?:\bcode:|\bCODE =|notReady\()\s*'([a-z]+(?:-[a-z]+)*)'/g,
];
/** Values of `result`, not codes. */
const RESULTS = ['error'];

function citationsIn(pattern: RegExp): string[][] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => [file, ...groups]),
  );
}

describe('docs/semantics.md', () => {
  it('has the section that a source names', () => {
    const citations = citationsIn(CITATION);
    expect(citations.length).toBeGreaterThan(10);
    expect(citations.filter(([, section]) => !sections.has(Number(section)))).toEqual([]);
  });

  it('has the subject that a source names in a section', () => {
    const citations = citationsIn(CITED_SUBJECT);
    expect(citations.length).toBeGreaterThan(0);
    const missing = citations.filter(
      ([, section, subject]) => !sections.get(Number(section))?.toLowerCase().includes(subject.toLowerCase()),
    );
    expect(missing).toEqual([]);
  });

  it('has every error code in its table', () => {
    const codes = new Set(CODES.flatMap((pattern) => citationsIn(pattern).map(([, code]) => code)));
    expect(codes.size).toBeGreaterThan(40);
    const cells = [...page.matchAll(/^\| (`[a-z].*?`) \|/gm)].map(([, cell]) => cell);
    const explained = new Set(
      cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code)),
    );
    const missing = [...codes].filter((code) => !explained.has(code) && !RESULTS.includes(code));
    expect(missing).toEqual([]);
  });

  it('leads to files and sections that are there', () => {
    for (const [, target] of page.matchAll(/\]\(([^)#]+)\)/g)) {
      expect({ target, isThere: existsSync(join('docs', target)) }).toEqual({ target, isThere: true });
    }
    const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title]) => anchorOf(title));
    for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
  });
});

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

describe('docs/semantics-tests.md', () => {
  const folders: Readonly<Record<string, string>> = { op: 'operations', nb: 'northbound', jo: 'journeys' };
  const kinds = ['.cases.ts', '.test.ts', '.system.ts', '.ts'];
  /** The rows of its tables: the paths in their second column, and the titles in their third. */
  const rows = readFileSync('docs/semantics-tests.md', 'utf8')
    .split('\n')
    .map((row) => row.split('|'))
    .map(([, , files = '', titles = '']) => ({
      paths: [...files.matchAll(/`([a-z-]+)\/([a-z0-9/.-]+)`/g)].map(
        ([, folder, rest]) => `${folders[folder] ?? folder}/${rest}`,
      ),
      titles: titles.split(';').map((title) => title.trim()),
    }));
  /** Below `test`, or below `src` for a spec. */
  const fileAt = (path: string): string | undefined =>
    [...kinds.map((kind) => join('test', path + kind)), join('src', `${path}.ts`)].find((file) =>
      existsSync(file),
    );

  it('cites files that exist', () => {
    const cited = rows.flatMap(({ paths }) => paths);
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter((path) => !fileAt(path))).toEqual([]);
  });

  it('cites tests that exist', () => {
    const missing = rows.flatMap(({ paths, titles }) => {
      const texts = paths.flatMap((path) => fileAt(path) ?? []).map((file) => readFileSync(file, 'utf8'));
      const text = texts.join('\n').replaceAll("\\'", "'");
      const cited = titles.flatMap(numbered).filter((title) => title !== '');
      return texts.length === 0
        ? []
        : cited.filter((title) => !new RegExp(`${escaped(title)}\\b`).test(text));
    });
    expect(missing).toEqual([]);
  });
});

/** `S1–S3, S5` are four tests. */
function numbered(titles: string): string[] {
  if (!/^[A-Z]\d+\b/.test(titles)) return [titles];
  return titles.split(', ').flatMap((range) => {
    const [first, last = first] = range.split('–').map((number) => Number(number.slice(1)));
    return Array.from({ length: last - first + 1 }, (_, index) => `${range[0]}${first + index}`);
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
