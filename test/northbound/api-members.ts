import type { ApiDocument } from '../../src/openapi/document-types.js';
import { operationsOf, resolve, type Operation } from './api-schemas.js';

type Path = readonly (string | number)[];

/** A member of a body, at any depth, as the document describes it. */
export interface BodyMember {
  readonly path: Path;
  readonly schema: any;
}

/** An operation with a body: an example of it, and its members. */
export interface BodyOperation extends Operation {
  readonly example: any;
  readonly members: readonly BodyMember[];
}

/** Operations that read a body, except the inbox, which stores what it receives unchanged. */
export function bodyOperations(document: ApiDocument): BodyOperation[] {
  return operationsOf(document)
    .filter(({ path, operation }) => operation.requestBody && !path.endsWith('/notification'))
    .map((operation) => {
      const { schema, examples } = operation.operation.requestBody.content['application/json'];
      const [{ value }] = Object.values<any>(examples);
      return { ...operation, example: value, members: membersOf(document, schema, []) };
    });
}

function membersOf(document: ApiDocument, schema: any, path: Path): BodyMember[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = resolve(document, schema);
  const own = Object.entries<any>(properties).flatMap(([name, member]) => described([...path, name], member));
  const elements = items ? described([...path, 0], items) : [];
  const others = [...anyOf, ...oneOf].flatMap((form) => membersOf(document, form, path));
  return [...own, ...elements, ...others];

  function described(place: Path, member: any): BodyMember[] {
    return [{ path: place, schema: member }, ...membersOf(document, member, place)];
  }
}

/** A copy of a body with one member set. Missing objects and lists on the path to it are created. */
export function withMember(body: any, path: Path, value: unknown): any {
  if (path.length === 0) return value;
  const [part, ...rest] = path;
  const member = withMember(body?.[part], rest, value);
  return typeof part === 'number'
    ? [member]
    : { ...(Array.isArray(body) ? {} : Object(body)), [part]: member };
}
