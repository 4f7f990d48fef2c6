// Builds the console into dist/console, unless it was built from the same sources. `node console/build.mjs tsc -b` runs another
// command beside it: the two together take hardly longer than the longer one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'dist', 'console');
/** Beside the output, which the build empties first. */
const STAMP = join(ROOT, 'dist', '.console-sources');

/** What the output depends on. Of the lock file only the versions of what is bundled matter, but any change is rare enough. */
const SOURCES = ['console', 'client', 'package-lock.json'];

const COMPRESSIBLE = /\.(js|css|svg)$/;

async function filesOf(path) {
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (!entries) return [path];
  return entries
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes('node_modules') && !entry.name.endsWith('.spec.ts'),
    )
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
}

async function digestOfSources() {
  const hash = createHash('sha256');
  const paths = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(ROOT, path)));
  return hash.digest('hex');
}

async function isBuiltFrom(digest) {
  const built = await Promise.all([readFile(STAMP, 'utf8'), readFile(join(OUTPUT, 'index.html'))]).catch(
    () => [],
  );
  return built[0] === digest;
}

/** Once, so that the service need not at every request. Brotli's highest quality would take ten times as long for 5 % less. */
async function compress() {
  const entries = await readdir(OUTPUT, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(({ name }) => COMPRESSIBLE.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(content));
    }),
  );
}

async function buildConsole() {
  const digest = await digestOfSources();
  if (await isBuiltFrom(digest)) return;
  const { build } = await import('vite');
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await writeFile(STAMP, digest);
}

function run([command, ...parameters]) {
  if (!command) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', reject);
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`${command} failed`))));
  });
}

const results = await Promise.allSettled([run(process.argv.slice(2)), buildConsole()]);
const failures = results.filter(({ status }) => status === 'rejected');
for (const { reason } of failures) console.error(reason);
process.exitCode = failures.length > 0 ? 1 : 0;
