import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MISTAKES_BEYOND } from './mistakes-beyond.mjs';
import { MISTAKES } from './mistakes.mjs';

export const BREAKS = { ...MISTAKES, ...MISTAKES_BEYOND };

const ROOT = new URL('../../', import.meta.url);

/**
 * Copies the built service into a directory and makes a mistake there.
 *
 * @returns the directory of the copy
 * @throws Error if the built service has no such module, or a pattern does not match it
 */
export function breakBuild(name, built, directory) {
  const copy = join(directory, 'dist');
  // Half of the files are source maps, which the service of a proof does not use.
  cpSync(built, copy, { recursive: true, filter: (file) => !file.endsWith('.map') });
  for (const beside of ['package.json', 'node_modules'])
    symlinkSync(fileURLToPath(new URL(beside, ROOT)), join(directory, beside));
  for (const [module, replacements] of Object.entries(BREAKS[name])) {
    const file = join(copy, module);
    writeFileSync(file, broken(name, module, replacements, readFileSync(file, 'utf8')));
  }
  return copy;
}

/** @throws Error if a pattern does not match the module any more: such a break would have no effect and prove nothing */
function broken(name, module, replacements, source) {
  let text = source;
  for (const [pattern, instead] of replacements) {
    if (!pattern.test(text)) throw new Error(`${name}: ${module} has nothing like ${pattern}`);
    text = text.replace(pattern, instead);
  }
  return text;
}
