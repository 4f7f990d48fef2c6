import { BREAKS, broken } from './breaks.mjs';

/** Node's module hooks: rewrites the one module while it is loaded. */
let name;

export function initialize(asked) {
  name = asked;
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith(BREAKS[name].module)) return loaded;
  return { ...loaded, source: broken(name, loaded.source.toString()) };
}
