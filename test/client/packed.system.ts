import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Settings of another project that are stricter than those of this repository. */
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noPropertyAccessFromIndexSignature'];

const PROGRAM = `
import { createHeadroom, type Credential, type Outcome } from '@headroom/client';
const token: Credential = () => 'hr_1';
const asked: Promise<Outcome<'/create-reservation'>> = createHeadroom({ baseUrl: 'http://127.0.0.1:1', token })
  .operate('/create-reservation', { zone: 'demo', capacity: { cores: 8 } });
void asked;
`;

const COMMONJS_PROGRAM = `
import client = require('@headroom/client');
const http: client.HeadroomHttp = client.createHeadroom({ baseUrl: 'http://127.0.0.1:1' }).http;
void http;
`;

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'headroom-packed-'));
  for (const name of ['client', 'cli']) install(name);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** As `npm install` of the packed workspace does; its dependencies are those of this repository. */
function install(workspace: string): void {
  const file = run('npm', ['pack', '--silent', '--workspace', workspace, '--pack-destination', project], '.');
  const target = join(project, 'node_modules/@headroom', workspace);
  mkdirSync(target, { recursive: true });
  run('tar', ['xzf', join(project, file), '--strip-components=1', '-C', target]);
  const packed = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(packed.dependencies).filter((each) => !each.startsWith('@headroom/'))) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(placeOf(name, workspace), place);
  }
}

/** npm nests a package of which the root needs another version. */
function placeOf(name: string, workspace: string): string {
  const nested = join(process.cwd(), workspace, 'node_modules', name);
  return existsSync(nested) ? nested : join(process.cwd(), 'node_modules', name);
}

function run(command: string, args: readonly string[], cwd = project): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' }).trim();
}

describe('the packed client', () => {
  it.each([
    ['imported', `import('@headroom/client').then((client) => console.log(typeof client.createHeadroom))`],
    ['required', `console.log(typeof require('@headroom/client').createHeadroom)`],
  ])('can be %s', (_, program) => {
    expect(run(process.execPath, ['--no-warnings', '--eval', program])).toBe('function');
  });

  it.each([
    ['an ES module', 'program.mts', PROGRAM],
    ['a CommonJS program', 'program.cts', COMMONJS_PROGRAM],
  ])(
    'brings its types to %s',
    (_, file, program) => {
      writeFileSync(join(project, file), program);
      const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
      const options = [
        '--noEmit',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--skipLibCheck',
        ...STRICT,
        file,
      ];
      expect(run(process.execPath, [tsc, ...options])).toBe('');
    },
    120_000,
  );
});

describe('the packed command line', () => {
  it('runs', () => {
    const help = run(process.execPath, [
      join(project, 'node_modules/@headroom/cli/bin/headroom.js'),
      '--help',
    ]);
    expect(help).toContain('Usage: headroom');
  });
});
