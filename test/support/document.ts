import type { Surroundings } from '../../src/app.module.js';
import { resultOf } from '../../src/kernel/pace.js';
import { BUILT_IN_CLASSES, type ResourceClass } from '../../src/kernel/resource-amounts.js';
import { NotificationWebhooks } from '../../src/notifications/dto/webhooks.openapi.js';
import { buildDocument, controllerOf, type DescribedController } from '../../src/openapi/document.js';
import type { ApiDocument } from '../../src/openapi/document-types.js';
import { appModule } from './app-module.js';

interface ModuleParts {
  readonly imports?: readonly unknown[];
  readonly controllers?: readonly (new () => object)[];
}

/**
 * The document as a service with these resource classes answers it, built without a service, because tests are named after its operations.
 */
export function documentOf(classes?: ReadonlyMap<ResourceClass, number>): ApiDocument {
  return resultOf(documentInParts(classes));
}

export function documentInParts(
  classes: ReadonlyMap<ResourceClass, number> = BUILT_IN_CLASSES,
): Generator<void, ApiDocument> {
  const module = appModule({ configuration: { console: true } } as Surroundings);
  const controllers = controllersIn(module, new Set());
  return buildDocument([...controllers, controllerOf(NotificationWebhooks)], classes);
}

/** The controllers of a module and of its imports, each once. */
function controllersIn(module: any, seen: Set<unknown>): DescribedController[] {
  const type = module.module ?? module;
  if (seen.has(type)) return [];
  seen.add(type);
  const partsOf = (name: keyof ModuleParts): readonly any[] => [
    ...(Reflect.getMetadata(name, type) ?? []),
    ...(module[name] ?? []),
  ];
  return [
    ...partsOf('controllers').map(controllerOf),
    ...partsOf('imports').flatMap((imported) => controllersIn(imported, seen)),
  ];
}
