import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Jest's CommonJS can't load ESLint, which is ESM. So ESLint runs once as a process, with this rule only, over one file per case. */
const CLASS = 'class X { n = 0; }\n';

const SHARED: readonly string[] = [
  'export const a = new Map<string, number>();',
  'export const a: string[] = [];',
  'export let a = 0;',
  `${CLASS}export const a = new X();`,
  `${CLASS}export const a: X | undefined = new X();`,
  `${CLASS}export default new X();`,
  `${CLASS}export const { a } = { a: new X() };`,
  `${CLASS}export const a = Object.freeze({ a: new X() });`,
  `${CLASS}export const a: readonly X[] = [new X()];`,
  `${CLASS}export const a: ReadonlyMap<string, X> = new Map([['x', new X()]]);`,
  'interface Held { readonly inner: Map<string, number> }\nexport const a: Held = { inner: new Map() };',
  'export const a = { b: { c: new Set<string>() } };',
  'export const a: Record<string, number> = {};',
  'const a = { n: 0 };\nexport function count() { a.n += 1; }',
  'const a = { n: 0 };\nexport function count() { a.n++; }',
  'const a: { n?: number } = { n: 0 };\nexport function clear() { delete a.n; }',
  'export class Y { static n = 0; }',
  'export class Y { static readonly all = new Set<string>(); }',
  'export const a = new Int32Array(1);',
  "import { EventEmitter } from 'node:events';\nexport const a = new EventEmitter();",
  'export namespace N { export const a = new Map<string, number>(); }',
  'export namespace N { export let n = 0; }',
];

const CONSTANT: readonly string[] = [
  'export const a = 1;',
  "export const a: ReadonlySet<string> = new Set(['x']);",
  "export const a: ReadonlyMap<string, number> = new Map([['x', 1]]);",
  "export const a = ['x', 'y'] as const;",
  'export const a: Readonly<Record<string, number>> = { x: 1 };',
  'export const a = { n: 0, inner: { text: "x" } };',
  'export const a = /x/;',
  'export const a = (n: number) => new Map([[n, n]]);',
  `${CLASS}export function make() { const x = new X(); x.n = 1; return x; }`,
  'const a = { n: 0 };\nexport function own() { const a = { n: 1 }; a.n = 2; return a; }\nexport const b = a.n;',
  'export class Y { static readonly MOST = 5; static of() { return new Y(); } }',
  'export declare const a: Map<string, number>;',
];

const compilerOptions = {
  ...{ strict: true, target: 'es2022', module: 'nodenext', noEmit: true },
  typeRoots: [join(process.cwd(), 'node_modules/@types')],
  types: ['node'],
};

/** Runs the rule over every case. Returns the reports of each case. */
function reportsOf(cases: readonly string[]): string[][] {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-lint-'));
  try {
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    cases.forEach((code, index) => writeFileSync(join(directory, `case${index}.ts`), code));
    const runner = join(process.cwd(), 'lint/run-rule.mjs');
    const { stdout, stderr } = spawnSync(process.execPath, [runner, directory], { encoding: 'utf8' });
    if (stderr) throw new Error(stderr);
    const found = JSON.parse(stdout) as Record<string, string[]>;
    return cases.map((_, index) => found[`case${index}.ts`]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the lint rule no-module-state', () => {
  const found = reportsOf([...SHARED, ...CONSTANT]);

  it.each(SHARED.map((code, index) => [code, index] as const))('reports %s', (_, index) => {
    expect(found[index]).toEqual([expect.stringMatching(/shared by the whole process/)]);
  });

  it.each(CONSTANT.map((code, index) => [code, index] as const))('accepts %s', (_, index) => {
    expect(found[SHARED.length + index]).toEqual([]);
  });
});
