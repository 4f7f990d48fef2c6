import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';

/** A file of the console as the build made it. */
export interface ConsoleFile {
  readonly type: string;
  /** Its name changes with its content, so a browser may keep it for ever. */
  readonly isImmutable: boolean;
  readonly content: Buffer;
  /** The content in the encodings that the build made. The smallest is the first: a client gets the first that it takes. */
  readonly encoded: readonly { readonly encoding: 'br' | 'gzip'; readonly content: Buffer }[];
}

/** By path below `/console/`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

export const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Reads all files at once: a request then finds its file by name alone, and no path leads out of the directory.
 *
 * @returns undefined where the console has not been built
 */
export async function readConsoleFiles(directories = outputDirectories()): Promise<ConsoleFiles | undefined> {
  for (const directory of directories) {
    const files = await filesBelow(directory);
    if (files.has(INDEX)) return files;
  }
  return undefined;
}

/** Beside `dist/src/main.js` in a deployment; below the working directory in tests. */
function outputDirectories(): readonly string[] {
  return [join(dirname(process.argv[1]), '..', 'console'), join(process.cwd(), 'dist', 'console')];
}

async function filesBelow(directory: string): Promise<Map<string, ConsoleFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const known = new Set(paths);
  const files = new Map<string, ConsoleFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const name = relative(directory, path).split(sep).join('/');
    files.set(name, await fileAt(path, type, name.startsWith('assets/'), known));
  }
  return files;
}

async function fileAt(
  path: string,
  type: string,
  isImmutable: boolean,
  known: ReadonlySet<string>,
): Promise<ConsoleFile> {
  const made = ENCODINGS.filter(([, ending]) => known.has(path + ending));
  const encoded = made.map(async ([encoding, ending]) => ({
    encoding,
    content: await readFile(path + ending),
  }));
  return { type, isImmutable, content: await readFile(path), encoded: await Promise.all(encoded) };
}
