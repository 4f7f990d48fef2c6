import { amountSchema, oneOfSchema } from '../http/wire/wire-schemas.js';
import { MAX_WARNINGS } from '../http/answers/warnings.js';
import { CLASS_OF_TYPE, NORTHBOUND_MEMBER } from '../kernel/northbound-kind.js';
import { BUILT_IN_CLASSES, classesOf, type ResourceClass } from '../kernel/resource-amounts.js';

type Schema = Readonly<Record<string, unknown>>;
type Classes = ReadonlyMap<ResourceClass, number>;

const UNITS: Readonly<Record<ResourceClass, string>> = {
  cores: 'Cores',
  ram: 'Memory in MB',
  instances: 'Instances',
  addresses: 'Public IPv4 addresses',
  gigabytes: 'Storage in GB',
  volumes: 'Volumes',
  snapshots: 'Snapshots',
  networks: 'Networks',
  ports: 'Ports',
  routers: 'Routers',
  subnets: 'Subnets',
};

/**
 * The schemas whose members depend on the configuration, and one that is no object; no class can declare these. `classes` are the resource
 * classes, custom ones included, with the most one request may carry of each.
 */
export function configSchemas(classes: Classes): Readonly<Record<string, Schema>> {
  const names = classesOf(Object.fromEntries(classes));
  const custom = [...classes.keys()].filter((name) => !BUILT_IN_CLASSES.has(name));
  return {
    RequestedAmounts: {
      type: 'object',
      properties: requestMembers(names, classes),
      description:
        'An amount per resource class, as JSON integers or strings of decimal digits. Absent means none.',
      examples: [{ cores: '4', ram: '8192', instances: '2' }],
    },
    Amounts: {
      type: 'object',
      properties: membersOf(names, integerOf),
      description: 'An amount per resource class; a class that is absent is none.',
    },
    CustomAmounts: {
      type: 'object',
      properties: requestMembers(custom, classes),
      additionalProperties: false,
      description: 'An amount per custom resource class, as the operator has declared them.',
    },
    NorthboundAmounts: NORTHBOUND_AMOUNTS,
    ComputeResourceTypeId: {
      ...oneOfSchema([...Object.keys(CLASS_OF_TYPE.compute), ...custom]),
      description:
        'The type of compute resource; the names that begin with `num` are aliases, custom classes go by their own name.',
    },
    Warnings: {
      type: 'array',
      items: {
        type: 'string',
        description: 'A member that is not known where it is, as it was spelled, and one that may be meant.',
      },
      maxItems: MAX_WARNINGS,
      description: 'Members and query parameters of the request that were ignored; absent: none.',
    },
  };
}

/** A class that Group B has no member for keeps its name. */
const NORTHBOUND_AMOUNTS: Schema = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(NORTHBOUND_MEMBER).map(([name, member]) => [member, integerOf(name)]),
  ),
  description: 'An amount per resource class, by the member that reserves it.',
  additionalProperties: { type: 'integer' },
};

function integerOf(name: ResourceClass): Schema {
  return { type: 'integer', description: `${unitOf(name)}.` };
}

function requestMembers(names: readonly ResourceClass[], classes: Classes): Schema {
  return membersOf(names, (name) => ({
    ...amountSchema(classes.get(name) ?? 0),
    description: `${unitOf(name)}.`,
  }));
}

function membersOf(names: readonly ResourceClass[], schemaOf: (name: ResourceClass) => Schema): Schema {
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
}

function unitOf(name: ResourceClass): string {
  return UNITS[name] ?? `Custom class ${name}`;
}
