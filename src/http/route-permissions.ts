import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { permittedTo, type Permitted } from './allow.js';
import { queryAliases } from './query-alias.js';

interface Pattern {
  readonly form: RegExp;
  readonly permitted: readonly Permitted[];
}

/** Who may call what, known from a request's method and path, before its handler is. */
export class RoutePermissions {
  /** By method. */
  private readonly patterns = new Map<string, Pattern[]>();

  constructor(controllers: Iterable<Type>) {
    for (const controller of controllers) this.add(controller);
  }

  /**
   * Those who may call one of the operations at a path; undefined where there is none. Nest's router decides which one it is,
   * and `AllowGuard` checks that one again.
   */
  at(method: string, path: string): readonly Permitted[] | undefined {
    const isRead = method === 'HEAD' || queryAliases(path).includes(method);
    const found = this.patterns.get(isRead ? 'GET' : method)?.filter(({ form }) => form.test(path)) ?? [];
    return found.length === 0 ? undefined : found.flatMap(({ permitted }) => permitted);
  }

  private add(controller: Type): void {
    const prototype = controller.prototype as Record<string, object>;
    const bases = pathsOf(controller);
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name];
      const number = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (number === undefined) continue;
      const method = RequestMethod[number];
      const patterns = this.patterns.get(method) ?? [];
      const paths = bases.flatMap((base) => pathsOf(handler).map((path) => `${base}/${path}`));
      patterns.push(...paths.map((path) => ({ form: formOf(path), permitted: permittedTo(handler) })));
      this.patterns.set(method, patterns);
    }
  }
}

function pathsOf(decorated: object): readonly string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, decorated) as string | string[] | undefined;
  return [paths ?? ''].flat();
}

/** Matches as Express does: in any case, with or without a slash at the end. */
function formOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const forms = parts.map((part) => {
    if (part.startsWith('*')) return '.+';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^/${forms.join('/')}/?$`, 'i');
}
