import { isContractRequest } from '../contract-paths.js';
import type { ApiPart } from './operation.js';
import { ref, type Schema } from './schema.js';

/**
 * The schemas with `warnings` in each that an operation of the contract answers with. The member is put into answers in one place, so it is
 * described in one.
 */
export function withWarnings({ paths, schemas }: ApiPart): ApiPart['schemas'] {
  const described = { ...schemas };
  for (const name of answeredByContract(paths)) {
    const { properties, ...rest } = described[name];
    described[name] = { ...rest, properties: { ...properties, warnings: ref('Warnings') } };
  }
  return described;
}

function answeredByContract(paths: ApiPart['paths']): ReadonlySet<string> {
  const answers = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => isContractRequest(method.toUpperCase(), path))
      .flatMap(([, { responses }]) => Object.entries(responses)),
  );
  const schemas = answers
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));
  return new Set(schemas.flatMap(namesIn));
}

function namesIn({ $ref, anyOf = [] }: Schema): string[] {
  const own = $ref === undefined ? [] : [$ref.replace(/.*\//, '')];
  return [...own, ...anyOf.flatMap(namesIn)];
}
