import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument } from '../../src/openapi/document-types.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Answers must name no member that the document lacks: `closed` schemas find such members. */
export class ApiSchemas {
  private readonly ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
  });

  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(
    document: ApiDocument,
    private readonly closed: boolean,
  ) {
    this.ajv.addFormat('uuid', UUID);
    this.ajv.addFormat('date-time', (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)));
    this.ajv.addFormat('uri', (text) => URL.canParse(text));
    this.ajv.addFormat('password', true);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.ajv.addSchema(this.prepare(schema, closed), name);
    }
  }

  compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema);
    const compiled = this.compiled.get(text) ?? this.ajv.compile(this.prepare(schema, this.closed));
    this.compiled.set(text, compiled);
    return compiled;
  }

  /** The errors of a value; undefined if it has none. */
  flaws(schema: object, value: unknown): unknown {
    const validate = this.compile(schema);
    return validate(value) ? undefined : validate.errors;
  }

  private prepare(schema: object, closed: boolean): object {
    return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
      if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, '');
      const isObject = typeof value === 'object' && value !== null;
      if (closed && isObject && 'properties' in value && 'type' in value) {
        return { additionalProperties: false, ...value };
      }
      return value;
    }) as object;
  }
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly operation: any;
}

/** Every operation of the document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      operation,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );
}

/** The node that a reference points to. Other nodes are returned as they are. */
export function resolve(document: ApiDocument, node: any): any {
  if (typeof node?.$ref !== 'string') return node;
  const parts = (node.$ref as string).replace(/^#\//, '').split('/');
  return parts.reduce<any>((found, part) => found?.[part], document);
}
