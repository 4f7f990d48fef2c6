import { INT32_MAX, type ResourceClass } from '../kernel/resource-amounts.js';
import type { TenantLimits } from '../kernel/tenant-limits.js';
import { isVisibleText } from '../kernel/visible-text.js';
import { CLASS_NAME, integer, listOf } from './parsers.js';

type Limits = Map<ResourceClass, number>;

/**
 * Limits as `class:most` for every tenant, and as `tenant/class:most` for one that is named, whose other classes stay
 * at the limits for every tenant. A name may have a slash: the last one ends it.
 */
export function tenantLimits(text: string): TenantLimits {
  const byDefault: Limits = new Map();
  const own = new Map<string, Limits>();
  for (const item of listOf(text)) {
    const slash = item.lastIndexOf('/');
    const [name, most = '', ...rest] = item.slice(slash + 1).split(':');
    const tenant = slash < 0 ? undefined : item.slice(0, slash);
    const limits = tenant === undefined ? byDefault : (own.get(tenant) ?? new Map<ResourceClass, number>());
    const isTenant = tenant === undefined || isVisibleText(tenant);
    if (!isTenant || !CLASS_NAME.test(name) || rest.length > 0 || limits.has(name)) {
      throw new Error(`class:most or tenant/class:most, each class once per tenant, but '${item}' is not`);
    }
    limits.set(name, integer(0, INT32_MAX)(most));
    if (tenant !== undefined) own.set(tenant, limits);
  }
  const named = [...own].map(([tenant, limits]) => [tenant, new Map([...byDefault, ...limits])] as const);
  return { byDefault, named: new Map(named) };
}

/**
 * Checks limits once the classes are known: a limit of a class that does not exist would limit nothing.
 *
 * @throws Error naming the setting, the class and the known classes
 */
export function requireKnownClasses(
  setting: string,
  limits: TenantLimits | undefined,
  known: ReadonlyMap<ResourceClass, number>,
): void {
  const named = [limits?.byDefault, ...(limits?.named.values() ?? [])].flatMap((of) => [
    ...(of?.keys() ?? []),
  ]);
  const unknown = named.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const classes = [...known.keys()].join(', ');
  throw new Error(
    `${setting}: expected classes out of ${classes} (CUSTOM_CLASSES adds more), got '${unknown}'`,
  );
}
