import { ApplicationConfig } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { SECURITY_SCHEMES } from '../http/allow.js';
import { shapeOf, type WireClass } from '../http/wire/wire-shape.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import { configSchemas } from './config-schemas.js';
import { describeConstraints } from './constraints.js';
import { patchDocument } from './document-patches.js';
import type { ApiDocument } from './document-types.js';
import { HEADERS, sharedResponses } from './problems.js';
import { API_VERSION } from './signpost.js';

const DESCRIPTION = `Queries and reserves the capacity of clouds over time.

Two interfaces work on one ledger: a reservation made in one of them is visible in the other.

- **Operations** (Group A) always answer 200, \`/query-capacity\` 201, with the outcome in \`result\`.
- **Capacity**, **Reservations**, **Subscriptions** and **Notifications** (Group B) show the outcome by their status.
- **Records** are lists and single objects; lists are answered page by page.

Times come in as ISO 8601 with any offset and go out as \`YYYY-MM-DDThh:mm:ssZ\`; windows are half-open. Numbers in
requests are JSON integers or strings of decimal digits; in answers they are JSON numbers. Members a request does not
need may be null instead of absent. Ids are UUIDs; requests may write them as \`<Kind>:<id>\`, where the kind is
\`ResourceProvider\`, \`ResourcePool\`, \`ResourceReservation\` or \`ResourceAllocation\` (an instance).

Members and query parameters that an operation of the two interfaces does not know are ignored, and its answer names
them in \`warnings\`. The records and all other additions refuse them (\`invalid-request\`).

Every refusal made before an operation is reached has the form of a \`Problem\`, on the paths of Group A with \`result\` and
\`message\` in addition: 404 for an unknown path, 405 with \`Allow\`, 400, 413 and 415 for the body, 503. HTTP itself
may be at fault: 400, 408, 417 and 431 are answered in the same form before the path is known.`;

const TAGS = [
  { name: 'Operations', description: 'Group A: providers, reservations, instances and pools as operations.' },
  { name: 'Capacity', description: 'Group B: total, reserved, available and allocated capacity.' },
  { name: 'Reservations', description: 'Group B: reservations of compute, network and storage resources.' },
  { name: 'Subscriptions', description: 'Group B: subscriptions to changes.' },
  {
    name: 'Notifications',
    description: 'Group B: notifications to subscribers, and the inbox of this service.',
  },
  { name: 'Records', description: 'Records and lists.' },
  { name: 'Access', description: 'The principal of the caller, API keys and the audit log.' },
  { name: 'Service', description: 'The service itself.' },
];

type Schemes = NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;

/** The ways to authenticate; `AUTH` says which of them a service accepts. */
const SCHEMES: Schemes = {
  [SECURITY_SCHEMES.bearer]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the service (`hr_…`), or an access token of an OpenID provider that the operator has named.',
  },
  [SECURITY_SCHEMES.keystone]: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Token',
    description:
      'A token of the Keystone that the operator has named, for a project or for the whole system.',
  },
};

/** A controller as Nest has made it, or a class that describes webhooks as if it were one. */
export interface DescribedController {
  readonly metatype: unknown;
  readonly instance: object;
}

/**
 * The OpenAPI 3.1 document of the service, from the decorators of its controllers and DTO classes. A controller is a part of the work:
 * all of them together take 0.4 s.
 *
 * @param controllers those of the application, and the webhooks
 * @param classes the resource classes there are here
 */
export function* buildDocument(
  controllers: readonly DescribedController[],
  classes: ReadonlyMap<ResourceClass, number>,
): Generator<void, ApiDocument> {
  const described = new Set<WireClass>();
  for (const { instance } of controllers) {
    describeConstraints(parameterClasses(instance), described);
    yield;
  }
  const document = documentOf([], classes);
  for (const controller of controllers) {
    addPart(document, documentOf([controller], classes));
    yield;
  }
  patchDocument(document);
  return document;
}

function documentOf(
  controllers: readonly DescribedController[],
  classes: ReadonlyMap<ResourceClass, number>,
): ApiDocument {
  const options = { autoTagControllers: false };
  const made = SwaggerModule.createDocument(applicationOf(controllers), configOf(classes), options);
  return made as unknown as ApiDocument;
}

/** The methods of a path may be of several controllers, and so may a schema. */
function addPart(document: ApiDocument, { paths, webhooks, components }: ApiDocument): void {
  for (const [path, item] of Object.entries(paths)) {
    Object.assign(document.paths, { [path]: { ...document.paths[path], ...item } });
  }
  const { schemas } = document.components;
  Object.assign(document.components, { schemas: { ...schemas, ...components.schemas, ...schemas } });
  if (webhooks) Object.assign(document, { webhooks: { ...document.webhooks, ...webhooks } });
}

export function controllerOf(type: new () => object): DescribedController {
  return { metatype: type, instance: Object.create(type.prototype as object) as object };
}

/** The DTO classes among the parameters of a controller's methods. */
function parameterClasses(controller: object): WireClass[] {
  const prototype = Object.getPrototypeOf(controller) as object;
  const types = Object.getOwnPropertyNames(prototype).flatMap(
    (name) => (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) ?? []) as WireClass[],
  );
  return types.filter((type) => typeof type === 'function' && shapeOf(type).members.length > 0);
}

/** All that the library reads of an application: one module with all controllers. */
function applicationOf(controllers: readonly DescribedController[]): INestApplication {
  const all = { metatype: Object, controllers: new Map(controllers.entries()), imports: new Map() };
  const application = {
    container: { getModules: () => new Map([['all', all]]) },
    config: new ApplicationConfig(),
    getHttpAdapter: () => ({ getType: () => 'express' }),
  };
  return application as unknown as INestApplication;
}

function configOf(classes: ReadonlyMap<ResourceClass, number>): Omit<OpenAPIObject, 'paths'> {
  const info = {
    title: 'Headroom',
    version: API_VERSION,
    summary: 'Capacity reservation service',
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
  const components = {
    schemas: configSchemas(classes),
    responses: sharedResponses(),
    headers: HEADERS,
    securitySchemes: SCHEMES,
  } as OpenAPIObject['components'];
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: Object.keys(SCHEMES).map((name) => ({ [name]: [] })),
    tags: TAGS,
    components,
  };
}
