import { mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readConsoleFiles } from '../../src/console/console-files.js';
import { startService, type RunningService } from '../support/service.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SCRIPT = 'export const answer = 42;\n'.repeat(20);

/** A build in its own directory: these tests check how files are served, independent of the contents of the real build. */
async function builtConsole(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'console-'));
  const output = join(directory, 'dist', 'console');
  await mkdir(join(output, 'assets'), { recursive: true });
  const page = '<!doctype html><meta property="csp-nonce" nonce="CSP_NONCE"><link nonce="CSP_NONCE">';
  await writeFile(join(output, 'index.html'), page);
  await writeFile(join(output, 'favicon.svg'), '<svg/>');
  await writeFile(join(output, 'assets', 'index-abc.js'), SCRIPT);
  await writeFile(join(output, 'assets', 'index-abc.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(output, 'assets', 'index-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(output, 'assets', 'notes.txt'), 'not for browsers');
  return directory;
}

describe('GET /console', () => {
  const home = process.cwd();
  let service: RunningService;
  let directory: string;
  beforeAll(async () => {
    service = await startService();
    directory = await builtConsole();
    process.chdir(directory);
    await service.http.get('/console').expect(200);
  });
  afterAll(async () => {
    process.chdir(home);
    await service.stop();
    await rm(directory, { recursive: true });
  });

  it.each(['/console', '/console/', '/console/capacity', '/console/reservations?zone=north'])(
    'answers the page at %s, not to be kept',
    async (path) => {
      const { headers, text } = await service.http.get(path).set('Accept', BROWSER).expect(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).toContain('<!doctype html>');
    },
  );

  it('allows no script but its own, and no style without the nonce of the answer', async () => {
    const first = await service.http.get('/console').expect(200);
    const second = await service.http.get('/console').expect(200);
    const policy = first.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(first.text.match(/nonce="([^"]+)"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`]);
    expect(second.headers['content-security-policy']).not.toBe(policy);
  });

  it('lets a browser keep a file whose name changes with its content', async () => {
    const { headers } = await service.http.get('/console/assets/index-abc.js').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('sends a file in an encoding that the client takes', async () => {
    const path = '/console/assets/index-abc.js';
    const packed = await service.http.get(path).set('Accept-Encoding', 'gzip').expect(200);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const plain = await service.http.get(path).set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(Number(plain.headers['content-length'])).toBe(SCRIPT.length);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', undefined],
  ])('sends a browser that takes %j the smallest file it takes: %s', async (accepted, encoding) => {
    const path = '/console/assets/index-abc.js';
    const { headers } = await service.http.get(path).set('Accept-Encoding', accepted).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('answers 404 for a file that an update has taken away', async () => {
    const { body } = await service.http.get('/console/assets/index-old.js').expect(404);
    expect(body.detail).toContain('Load the page again');
    await service.http.get('/console/assets/notes.txt').expect(404);
  });

  it.each(['/console/assets/..%2f..%2f..%2fpackage.json', '/console/%2e%2e/src/main.js'])(
    'reads nothing outside of its files: %s',
    async (path) => {
      const { text } = await service.http.get(path);
      expect(text).not.toMatch(/@nestjs|startService/);
    },
  );

  it('lets no page frame the documentation either', async () => {
    const { headers } = await service.http.get('/docs').expect(200);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('takes no other method', async () => {
    await service.http.post('/console').send({}).expect(405);
  });
});

describe('CONSOLE=off', () => {
  it('leaves the console out', async () => {
    const service = await startService({ environment: { CONSOLE: 'off' } });
    await service.http.get('/console').expect(404);
    await service.http.get('/').set('Accept', BROWSER).expect(302).expect('Location', '/docs');
    await service.stop();
  });
});

describe('a console that has not been built', () => {
  it('is undefined', async () => {
    expect(await readConsoleFiles(['/nowhere'])).toBeUndefined();
  });
});

describe('the console as it was built', () => {
  it('is at most 600 kB, compressed, whatever a page loads of it', async () => {
    const assets = join(process.cwd(), 'dist/console/assets');
    const compressed = (await readdir(assets)).filter((name) => name.endsWith('.gz'));
    expect(compressed.length).toBeGreaterThan(2);
    const sizes = await Promise.all(compressed.map(async (name) => (await stat(join(assets, name))).size));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(600_000);
  });
});
