import type { Schema } from './schema.js';

/** The parts of an OpenAPI 3.1 document that the modules contribute. */

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export type Examples = Readonly<Record<string, Example>>;

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Examples;
}

export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

export type Method = 'get' | 'post' | 'patch' | 'delete';

export type PathItem = Readonly<Partial<Record<Method, Operation>>>;

/** What one module adds to the document. */
export interface ApiPart {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export const JSON_TYPE = 'application/json';

/** The operations of the service itself, such as probes: they take whatever is put behind their address. */
export const SERVICE_TAG = 'Service';

export function jsonBody(schema: Schema, examples: Examples, required = true): RequestBody {
  return { required, content: { [JSON_TYPE]: { schema, examples } } };
}

/** One example under its own name. */
export function example(value: unknown, summary?: string): Examples {
  return { example: { summary, value } };
}

export function pathParameter(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

export function queryParameter(name: string, schema: Schema): Parameter {
  const { description = '', ...rest } = schema;
  return { name, in: 'query', description, schema: rest };
}
