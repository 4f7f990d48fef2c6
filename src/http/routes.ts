import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import type { Request } from 'express';
import { permittedTo, type Permitted } from './allow.js';
import { queryAliases } from './body/query-alias.js';

interface Route {
  readonly method: string;
  /** Such as `/reservations/:id`. */
  readonly template: string;
  readonly form: RegExp;
  readonly permitted: readonly Permitted[];
}

/** Label of all paths without a route. */
const UNMATCHED = 'unmatched';

/** The name under which the application keeps its routes. */
const SETTING = 'routes';

/**
 * Operations of the controllers by path, for code that runs before the router, or after it found none. Nest's router decides which
 * handler answers.
 */
export class Routes {
  private readonly all: readonly Route[];
  /** What is permitted at paths without parameters, by method and path: every request passes here. */
  private readonly permittedAtPlain = new Map<string, readonly Permitted[]>();

  constructor(controllers: Iterable<Type>) {
    this.all = [...controllers].flatMap(routesOfController);
    for (const { method, template } of this.all) {
      const permitted = this.permittedAtAny(method, template);
      if (permitted) this.permittedAtPlain.set(`${method} ${template}`, permitted);
    }
  }

  /**
   * Callers that one of the operations at a path permits; undefined without an operation. `AllowGuard` checks the operation
   * that is called again.
   */
  permittedAt(method: string, path: string): readonly Permitted[] | undefined {
    const isRead = method === 'HEAD' || queryAliases(path).includes(method);
    const served = isRead ? 'GET' : method;
    return this.permittedAtPlain.get(`${served} ${path}`) ?? this.permittedAtAny(served, path);
  }

  private permittedAtAny(method: string, path: string): readonly Permitted[] | undefined {
    const found = this.all.filter(({ method: of, form }) => of === method && form.test(path));
    return found.length === 0 ? undefined : found.flatMap(({ permitted }) => permitted);
  }

  /** The methods served at a path, in alphabetical order; empty for an unknown path. */
  methodsAt(path: string): string[] {
    const methods = new Set(this.at(path).map(({ method }) => method));
    if (methods.has('GET')) {
      methods.add('HEAD');
      for (const alias of queryAliases(path)) methods.add(alias);
    }
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }

  templateAt(method: string, path: string): string {
    const routes = this.at(path);
    const served = routes.find((route) => route.method === method);
    return (served ?? routes.at(0))?.template ?? UNMATCHED;
  }

  /** Stores the table in the application, where `routesOf` finds it. */
  keepIn(app: { set(setting: string, value: unknown): unknown }): void {
    app.set(SETTING, this);
  }

  private at(path: string): Route[] {
    return this.all.filter(({ form }) => form.test(path));
  }
}

/** The routes of the application that a request came to. */
export function routesOf({ app }: Request): Routes {
  return app.get(SETTING) as Routes;
}

/** The template of the route a request is for; of one that was refused before the router, by its path. */
export function routeTemplate(request: Request): string {
  // Express sets it once it has found the route.
  const { route } = request as { readonly route?: { readonly path: string } };
  return route?.path ?? routesOf(request).templateAt(request.method, request.path);
}

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  const bases = pathsOf(controller);
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const number = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (number === undefined) return [];
    const [method, permitted] = [RequestMethod[number], permittedTo(handler)];
    return bases.flatMap((base) =>
      pathsOf(handler).map((path) => ({ method, permitted, ...shapeOf(`${base}/${path}`) })),
    );
  });
}

function pathsOf(decorated: object): readonly string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, decorated) as string | string[] | undefined;
  return [paths ?? ''].flat();
}

/** Matches as Express does: in any case, with or without a slash at the end. */
function shapeOf(path: string): Pick<Route, 'template' | 'form'> {
  const parts = path.split('/').filter((part) => part !== '');
  const forms = parts.map((part) => {
    if (part.startsWith('*')) return '.+';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return { template: `/${parts.join('/')}`, form: new RegExp(`^/${forms.join('/')}/?$`, 'i') };
}
