import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The files that the build made, by path below `/console/`. An encoded file has the path of the file and an ending. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;

export const INDEX = 'index.html';

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

async function filesBelow(directory: string): Promise<ConsoleFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, Buffer>();
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    files.set(relative(directory, path).split(sep).join('/'), await readFile(path));
  }
  return files;
}
