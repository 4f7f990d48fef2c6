import { ALLOWED_EXTENSION } from '../http/allow.js';
import { isContractRequest } from '../http/paths.js';
import type { ApiDocument, DocumentedOperation } from './document-types.js';
import { edgeRefusals } from './problems.js';
import { questionParameters, resolved } from './question-parameters.js';

/** What the library can't say. Each patch changes the document it is given. */

export function patchDocument(document: ApiDocument): void {
  collapseReferences(document);
  dropReflectedTypes(document);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      addEdgeRefusals(method, operation);
      addQuestionParameters(method, operation, document);
      if (isContractRequest(method.toUpperCase(), path)) addWarnings(operation, document);
    }
  }
}

/** Written for OpenAPI 3.0, the library wraps a reference that has a description in `allOf`; in 3.1 they stand side by side. */
function collapseReferences(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as { allOf?: readonly [{ $ref: string }]; $ref?: string };
  if (schema.allOf?.length === 1 && !('properties' in schema)) {
    schema.$ref = schema.allOf[0].$ref;
    delete schema.allOf;
  }
  Object.values(node).forEach(collapseReferences);
}

/** Beside alternatives the library leaves the type that it knows of a parameter by reflection, which contradicts some of them. */
function dropReflectedTypes({ paths }: ApiDocument): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  for (const { schema } of operations.flatMap(({ parameters = [] }) => parameters as { schema: object }[])) {
    if ('anyOf' in schema) Reflect.deleteProperty(schema, 'type');
  }
}

/** Any request may be refused before it reaches its handler; the library has no reference to a shared response. */
function addEdgeRefusals(method: string, operation: DocumentedOperation): void {
  const sort = operation.tags?.includes('Operations') ? 'Operations' : '';
  const hasBody = method !== 'get' || operation.requestBody !== undefined;
  const isOpen = operation[ALLOWED_EXTENSION]?.includes('anyone') ?? false;
  if (isOpen) operation.security = [];
  operation.responses = { ...edgeRefusals(sort, { hasBody, isOpen }), ...operation.responses };
}

/** A question is a GET with a body, whose members may come as parameters; the library derives one form of them only. */
function addQuestionParameters(
  method: string,
  operation: DocumentedOperation,
  { components }: ApiDocument,
): void {
  const filter = operation.requestBody?.content['application/json'].schema;
  if (method !== 'get' || !filter) return;
  operation.parameters = questionParameters(filter, components.schemas);
}

/** `warnings` is put into the contract's answers in one place, so it is described in one. */
function addWarnings({ responses }: DocumentedOperation, { components }: ApiDocument): void {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.flatMap(([, { content = {} }]) => Object.values(content));
  const answers = contents.flatMap(({ schema = {} }) => [schema, ...(schema.anyOf ?? [])]);
  for (const answer of answers) {
    Object.assign(resolved(answer, components.schemas).properties ?? {}, { warnings: WARNINGS });
  }
}

const WARNINGS = { $ref: '#/components/schemas/Warnings' };
