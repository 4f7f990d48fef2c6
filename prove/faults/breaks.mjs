import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISTAKES_BEYOND } from './mistakes-beyond.mjs';
import { MISTAKES } from './mistakes.mjs';

export const BREAKS = { ...MISTAKES, ...MISTAKES_BEYOND };

/** @throws Error when the built service has no such module, or a piece is not in it */
export function checkBreak(name, built) {
  for (const module of Object.keys(BREAKS[name]))
    broken(name, module, readFileSync(join(built, module), 'utf8'));
}

/** The module of a break that a file is; undefined: none. */
export function moduleOf(name, url) {
  return Object.keys(BREAKS[name]).find((module) => url.endsWith(module));
}

/** @throws Error when a piece is not in the module any more: a break that breaks nothing would prove nothing */
export function broken(name, module, source) {
  let text = source;
  for (const [pattern, instead] of BREAKS[name][module]) {
    if (!pattern.test(text)) throw new Error(`${name}: ${module} has nothing like ${pattern}`);
    text = text.replace(pattern, instead);
  }
  return text;
}
