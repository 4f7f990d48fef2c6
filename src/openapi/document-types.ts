/** The parts of an OpenAPI 3.1 document that are read here; the library's own types are those of 3.0, where all is optional. */

import type { ALLOWED_EXTENSION, Permitted } from '../http/allow.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface MediaType {
  readonly schema?: Schema;
}

export interface DocumentedOperation {
  readonly tags?: readonly string[];
  readonly [ALLOWED_EXTENSION]?: readonly Permitted[];
  security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  parameters?: readonly object[];
  responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks?: ApiDocument['paths'];
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, object>>;
  };
}
