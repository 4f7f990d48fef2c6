import type { Schema, Schemas } from './document-types.js';

interface Parameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: false;
  readonly description: string;
  readonly schema: Schema;
}

/**
 * The query parameters that stand for the members of a question's filter, as `mergeFilter` reads them: a dotted name for a nested member, a
 * repeated parameter for a list. A list of objects has none; a member of its own is its short form.
 */
export function questionParameters(
  filter: Schema,
  schemas: Schemas,
  path: readonly string[] = [],
): Parameter[] {
  const { properties = {} } = resolved(filter, schemas);
  return Object.entries(properties).flatMap(([name, member]) => {
    const here = [...path, name];
    if (resolved(member, schemas).properties) return questionParameters(member, schemas, here);
    if (resolved(member.items ?? {}, schemas).properties) return [];
    return [parameter(here, member, asText(member))];
  });
}

function parameter(path: readonly string[], { description = '' }: Schema, schema: Schema): Parameter {
  return { name: path.join('.'), in: 'query', required: false, description, schema };
}

/** The form of a member that can be written in an address: one without null, and a list rather than one or a list. */
function asText({ description: _, ...schema }: Schema): Schema {
  const list = schema.anyOf?.find(({ type }) => type === 'array');
  if (list) return list;
  const { type } = schema;
  return typeof type === 'object' ? { ...schema, type: type.find((name) => name !== 'null') } : schema;
}

/** The schema itself, or the one it refers to. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')];
}
