import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll, startProcess } from './service-process.js';

const readme = readFileSync('README.md', 'utf8');
const itWithCurl = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

/** The contents of the code blocks of a language, in order. */
function blocks(text: string, language: string): string[] {
  const fences = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(fences)].map(([, inside]) => inside);
}

/** Removes from answers what differs between runs: ids, and times of recent changes. */
function masked(answers: string): string[] {
  return answers
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
        .replace(/"(lastUpdate|startTime)":"[^"]*"/g, '"$1":"<now>"'),
    );
}

describe('README.md', () => {
  afterAll(endAll);

  it('names npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...readme.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name]) => name);
    const own = named.filter((name) => name !== 'ci');
    expect(own.length).toBeGreaterThan(4);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(own));
  });

  it('links to files that there are', () => {
    const links = [...readme.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, path]) => path);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });

  itWithCurl('gives a tour that goes as it says', async () => {
    const [, tour] = /^## Five-minute tour\n(.*?)^## /ms.exec(readme) ?? [];
    const directory = mkdtempSync(join(tmpdir(), 'headroom-readme-'));
    const service = await startProcess({ DATA_DIR: directory });
    const commands = blocks(tour, 'sh').join('').replace('http://127.0.0.1:3000', service.baseUrl);

    const answers = execFileSync('/bin/sh', ['-c', commands], { encoding: 'utf8' });

    expect(masked(answers)).toEqual(masked(blocks(tour, 'json').join('')));
    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });
    rmSync(directory, { recursive: true });
  });
});
