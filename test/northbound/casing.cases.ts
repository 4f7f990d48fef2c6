import { documentOf } from '../support/document.js';
import { OPERATIONS_PATHS } from '../../src/http/paths.js';
import { operationsOf, resolve } from './api-schemas.js';

const document = documentOf();

const KEBAB = /^[a-z]+(-[a-z0-9]+)*$/;
const CAMEL = /^[a-z][a-zA-Z0-9]*$/;

/** Names that the contract itself spells otherwise. */
const OF_THE_CONTRACT = ['capacity_info', 'publicIps', 'typeOfStorage', 'cpuArchitecture', 'rdmaSupported'];

/** Accepted by both groups in both spellings, because a misspelled dry run must not be executed for real. */
const IN_BOTH_SPELLINGS = ['dry-run', 'dryRun'];

/** All member names in a part of the document, references included. */
function namesIn(node: unknown, names = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return names;
  seen.add(node);
  const resolved = resolve(document, node) as Record<string, unknown>;
  if (resolved !== node) return namesIn(resolved, names, seen);
  const { properties } = resolved;
  if (typeof properties === 'object') for (const name of Object.keys(properties ?? {})) names.add(name);
  for (const [key, child] of Object.entries(resolved)) if (key !== 'examples') namesIn(child, names, seen);
  return names;
}

/** Members of the request body and of the 2xx answers. */
function membersOf(operation: any): string[] {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const names = namesIn([operation.requestBody, ...answers.map(([, answer]) => answer)]);
  return [...names].filter((name) => ![...OF_THE_CONTRACT, ...IN_BOTH_SPELLINGS].includes(name));
}

const operations = operationsOf(document);
const isGroupA = (path: string): boolean => OPERATIONS_PATHS.includes(path);

describe('the casing of members', () => {
  it.each(operations.filter(({ path }) => isGroupA(path)))('is kebab-case in $name', ({ operation }) => {
    const refusal = ['maxCapacity', 'nextWindow'];
    const odd = membersOf(operation).filter((name) => !KEBAB.test(name) && !refusal.includes(name));
    expect(odd).toEqual([]);
  });

  it.each(operations.filter(({ path }) => !isGroupA(path)))('is camelCase in $name', ({ operation }) => {
    expect(membersOf(operation).filter((name) => !CAMEL.test(name))).toEqual([]);
    const parameters = (operation.parameters ?? []) as { in: string; name: string }[];
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const parts = inQuery.flatMap(({ name }) => name.split('.'));
    expect(parts.filter((name) => !CAMEL.test(name) && !IN_BOTH_SPELLINGS.includes(name))).toEqual([]);
  });
});
