import { readFileSync } from 'node:fs';
import { getMetadataStorage } from 'class-validator';
import * as capacityNorthbound from '../../src/capacity/dto/northbound.dto.js';
import * as capacityOperations from '../../src/capacity/dto/operations.dto.js';
import { documentInParts, documentOf } from '../support/document.js';
import { API_VERSION } from '../../src/openapi/signpost.js';
import { parseBody } from '../../src/http/body/validation.js';
import type { WireClass } from '../../src/http/wire/wire-shape.js';
import * as instances from '../../src/instances/dto/operations.dto.js';
import type { DomainError } from '../../src/kernel/domain-error.js';
import { BUILT_IN_CLASSES } from '../../src/kernel/resource-amounts.js';
import * as pools from '../../src/pools/dto/operations.dto.js';
import * as providers from '../../src/providers/dto/operations.dto.js';
import * as reservationsNorthbound from '../../src/reservations/dto/northbound.dto.js';
import * as reservationsOperations from '../../src/reservations/dto/operations.dto.js';
import * as reservationFilter from '../../src/reservations/dto/reservation-filter.dto.js';
import * as subscriptionChange from '../../src/subscriptions/dto/change-subscription.dto.js';
import * as subscriptions from '../../src/subscriptions/dto/northbound.dto.js';
import { ApiSchemas, operationsOf, resolve } from './api-schemas.js';

const document = documentOf(new Map([...BUILT_IN_CLASSES, ['gpus', 64]]));
const schemas = new ApiSchemas(document, true);
const operations = operationsOf(document);

/** Calls `visit` for every object in the document. */
function walk(node: unknown, visit: (node: any) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

describe('the document', () => {
  it('is OpenAPI 3.1, of the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({
      title: 'Headroom',
      version,
      license: { identifier: 'Apache-2.0' },
    });
    expect(API_VERSION).toBe(version);
  });

  it('is made in parts, so that other requests are served in between', () => {
    const parts = [...documentInParts()];
    expect(parts.length).toBeGreaterThan(30);
  });

  it('has no dangling references and no unused components', () => {
    const used = new Set<string>();
    walk(document, (node) => {
      if (typeof node.$ref !== 'string') return;
      used.add(node.$ref);
      expect([node.$ref, resolve(document, node)]).not.toContain(undefined);
    });
    // Security schemes are referenced by name.
    const sections = Object.entries(document.components).filter(([name]) => name !== 'securitySchemes');
    const all = sections.flatMap(([section, named]) =>
      Object.keys(named).map((name) => `#/components/${section}/${name}`),
    );
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });

  it('says of each object which members it may have, so that generated types are not empty', () => {
    const bare: unknown[] = [];
    walk(document, (node) => {
      if (node.type === 'object' && !node.properties && node.additionalProperties === undefined)
        bare.push(node);
    });
    expect(bare).toEqual([]);
  });

  it('names each operation once, and its parameters', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, name, operation } of operations) {
      const parameters = (operation.parameters ?? []) as { in: string; name: string; description: string }[];
      const inPath = parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      expect([name, inPath]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found)]);
      expect(parameters.filter(({ description }) => !description)).toEqual([]);
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/.+/)]);
    }
  });

  it('describes each member', () => {
    const silent: string[] = [];
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      walk(schema, (node) => {
        for (const [member, described] of Object.entries<any>(node.properties ?? {})) {
          if (!(described.description || described.$ref || 'const' in described))
            silent.push(`${name}.${member}`);
        }
      });
    }
    expect(silent).toEqual([]);
  });

  it.each(Object.entries(document.components.schemas))('has a sound schema %s', (name, schema) => {
    expect(() => schemas.compile({ $ref: name })).not.toThrow();
    for (const example of schema.examples ?? []) expect(schemas.flaws(schema, example)).toBeUndefined();
  });

  it('carries the custom classes', () => {
    const { RequestedAmounts, CustomAmounts, ComputeResourceTypeId } = document.components.schemas;
    expect(RequestedAmounts.properties?.gpus.anyOf).toContainEqual({
      type: 'integer',
      minimum: 0,
      maximum: 64,
    });
    expect(Object.keys(CustomAmounts.properties ?? {})).toEqual(['gpus']);
    expect(ComputeResourceTypeId.enum).toEqual(expect.arrayContaining(['cpuCores', 'gpus']));
  });
});

describe.each(operations)('$name', ({ operation }) => {
  it('has examples that match their schemas', () => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)]
      .map((node) => resolve(document, node))
      .flatMap((body) => Object.values<any>(body?.content ?? {}));
    for (const { schema, examples } of bodies) {
      const values = Object.values<any>(examples ?? {}).map(({ value }) => value);
      expect(values.map((value) => schemas.flaws(schema, value))).toEqual(values.map(() => undefined));
    }
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['500', '503']));
    // The inbox answers a challenge otherwise than a notification.
    const ways = /^receive\w+Notification$/.test(operation.operationId) ? 2 : 1;
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(ways);
  });
});

/** Classes that only serve as bases of others. */
const BASES = [
  'CapacityFilter',
  'ReservationTerms',
  'ReservationTimes',
  'NewReservation',
  'SubscriptionBody',
  'CapacitySubscriptionBody',
];

const wireClasses = [
  capacityNorthbound,
  capacityOperations,
  instances,
  pools,
  providers,
  reservationsNorthbound,
  reservationsOperations,
  reservationFilter,
  subscriptionChange,
  subscriptions,
]
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value): value is WireClass => typeof value === 'function' && membersOf(value).length > 0)
  .filter(({ name }) => !BASES.includes(name));

function membersOf(type: WireClass | CallableFunction): string[] {
  const described = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(described.map(({ propertyName }) => propertyName))].sort();
}

/** Digits above a maximum are left out, because a schema can't bound the numeric value of a text. */
const PROBES: readonly unknown[] = [
  ...[0, 5, -1, 1.5, 32_767, 32_768, 2_147_483_647, 2_147_483_648, true, null, [], {}, [5], ['x'], [{}]],
  ...['', 'x', '5', '-5', '1.5', 'true', 'lt', 'inclusive', '2030-01-01T00:00:00Z', 'http://a.example'],
  ...[
    '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11',
    'ResourcePool:0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11',
    'simulated',
  ],
  ...['a'.repeat(256), 'a'.repeat(1025), `http://a.example/${'a'.repeat(2048)}`, Array(1001).fill('x')],
];

/** Validated later, where the request is read. The examples test the schemas of these members. */
const CHECKED_LATER = /ResourceTypeId$|^limit$|^cursor$|^attributeSelector$|^capacity$/;

const lenient = new ApiSchemas(document, false);

describe.each(wireClasses.map((type) => [type.name, type] as const))('%s', (name, type) => {
  const schema = document.components.schemas[name];

  it('has a schema with the same members', () => {
    expect(Object.keys(schema?.properties ?? {}).sort()).toEqual(membersOf(type));
  });

  it('is refused where the schema refuses it, and the other way round', () => {
    const differing: unknown[] = [];
    for (const member of membersOf(type).filter((known) => !CHECKED_LATER.test(known))) {
      const validate = lenient.compile(schema.properties?.[member] ?? {});
      for (const value of PROBES) {
        // Null means an absent member, unless it has a meaning of its own.
        if (value === null) continue;
        const isRefused = refusedMembers(type, { [member]: value }).includes(member);
        if (isRefused === validate(value)) differing.push([member, value]);
      }
    }
    expect(differing).toEqual([]);
  });

  it('requires what the schema requires', () => {
    const missing = refusedMembers(type, {});
    expect(schema.required ?? []).toEqual(expect.arrayContaining(missing));
  });
});

function refusedMembers(type: WireClass, body: object): (string | number)[] {
  try {
    parseBody(type, body);
    return [];
  } catch (error) {
    return (error as DomainError).fields.map(({ path }) => path[0]);
  }
}
