import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentOf } from '../support/document.js';

const run = promisify(execFile);

/** Findings of a linter on a file; empty: none. */
async function findings(bin: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    await run(join('node_modules', '.bin', bin), args, { env });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ''}${stderr ?? ''}` || String(error);
  }
}

describe('linters of OpenAPI', () => {
  let directory: string;
  let sound: string;
  let flawed: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'headroom-openapi-'));
    sound = join(directory, 'openapi.json');
    flawed = join(directory, 'flawed.json');
    const document = documentOf();
    await writeFile(sound, JSON.stringify(document));
    // The paths reference the components that are left out here.
    await writeFile(flawed, JSON.stringify({ ...document, components: {} }));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const LINTERS = [
    ['redocly', ['lint', '--config', 'lint/redocly.yaml']],
    ['spectral', ['lint', '--ruleset', 'lint/spectral.yaml', '--fail-severity', 'warn', '--quiet']],
  ] as const;

  it.each(LINTERS)('%s finds nothing in the document', async (bin, args) => {
    expect(await findings(bin, [...args, sound])).toBe('');
  });

  it.each(LINTERS)('%s finds a reference that leads nowhere', async (bin, args) => {
    expect(await findings(bin, [...args, flawed])).toMatch(/ref/);
  });
});
