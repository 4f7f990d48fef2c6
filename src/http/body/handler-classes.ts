import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { WireClass } from '../wire/wire-shape.js';

/** A method of a controller that answers requests. */
export interface Handler {
  readonly controller: { readonly prototype: unknown };
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- as Nest types it
  readonly method: Function;
}

const SOURCES = { body: RouteParamtypes.BODY, query: RouteParamtypes.QUERY } as const;

/** The DTO class of the parameter that `@Body()` or `@Query()` fills; undefined without such a parameter. */
export function handlerClass(
  { controller, method }: Handler,
  source: keyof typeof SOURCES,
): WireClass | undefined {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method.name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const found = Object.entries(parameters).find(([key]) => key.startsWith(`${SOURCES[source]}:`));
  if (!found) return undefined;
  const types = Reflect.getMetadata(
    PARAMTYPES_METADATA,
    controller.prototype as object,
    method.name,
  ) as WireClass[];
  return types[found[1].index];
}
