const OPEN = /^\/(?:|livez\/?|readyz\/?|openapi\.json\/?|docs(?:\/.*)?|console(?:\/.*)?)$/i;
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * Whether a request for this target, as its first line has it, needs no credentials. `@Allow('anyone')` opens the
 * operations of these paths; one without it stays closed.
 */
export function isOpenPath(target: string): boolean {
  return OPEN.test(pathOf(target));
}

/** The path of a request's target, which may be a whole address. */
export function pathOf(target: string): string {
  const [path] = withoutOrigin(target).split(/[?#]/, 1);
  return path || '/';
}

/** The path and query of a request's target. */
export function withoutOrigin(target: string): string {
  return target.replace(ORIGIN, '');
}
