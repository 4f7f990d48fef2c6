import { broken, moduleOf } from './breaks.mjs';

/** Node's module hooks: rewrites the modules of a break while they are loaded. */
let name;

export function initialize(asked) {
  name = asked;
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  const module = moduleOf(name, url);
  return module ? { ...loaded, source: broken(name, module, loaded.source.toString()) } : loaded;
}
