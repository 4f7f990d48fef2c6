import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISTAKES_BEYOND } from './mistakes-beyond.mjs';
import { MISTAKES } from './mistakes.mjs';

export const BREAKS = { ...MISTAKES, ...MISTAKES_BEYOND };

/** @throws Error if the built service has no such module, or a pattern does not match it */
export function checkBreak(name, built) {
  for (const module of Object.keys(BREAKS[name]))
    broken(name, module, readFileSync(join(built, module), 'utf8'));
}

/** The module of a break at a URL; undefined: none. */
export function moduleOf(name, url) {
  return Object.keys(BREAKS[name]).find((module) => url.endsWith(module));
}

/** @throws Error if a pattern does not match the module any more: such a break would have no effect and prove nothing */
export function broken(name, module, source) {
  let text = source;
  for (const [pattern, instead] of BREAKS[name][module]) {
    if (!pattern.test(text)) throw new Error(`${name}: ${module} has nothing like ${pattern}`);
    text = text.replace(pattern, instead);
  }
  return text;
}
