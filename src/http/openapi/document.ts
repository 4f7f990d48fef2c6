import { CAPACITY_NORTHBOUND_API } from '../../capacity/dto/northbound.openapi.js';
import { CAPACITY_OPERATIONS_API } from '../../capacity/dto/operations.openapi.js';
import { INSTANCES_API } from '../../instances/dto/instances.openapi.js';
import type { ResourceClass } from '../../kernel/resource-amounts.js';
import { DELIVERIES_API } from '../../notifications/dto/deliveries.openapi.js';
import { INBOX_API } from '../../notifications/dto/inbox.openapi.js';
import { WEBHOOKS } from '../../notifications/dto/webhooks.openapi.js';
import { POOLS_API } from '../../pools/dto/pools.openapi.js';
import { PROVIDERS_API } from '../../providers/dto/providers.openapi.js';
import { RESERVATION_NORTHBOUND_API } from '../../reservations/dto/northbound.openapi.js';
import { RESERVATION_OPERATIONS_API } from '../../reservations/dto/operations.openapi.js';
import { SELF_CHECK_API } from '../../self-check/dto/self-check.openapi.js';
import { SUBSCRIPTIONS_API } from '../../subscriptions/dto/subscriptions.openapi.js';
import { ZONES_API } from '../../zones/dto/zones.openapi.js';
import { withWarnings } from './answer-warnings.js';
import { HEADERS, sharedResponses } from './answers.js';
import type { ApiPart, Header, Response } from './operation.js';
import type { Schema } from './schema.js';
import { SERVICE_API } from './service.openapi.js';
import { API_VERSION } from './signpost.js';
import { sharedSchemas } from './shared-schemas.js';

const PARTS: readonly ApiPart[] = [
  PROVIDERS_API,
  ZONES_API,
  POOLS_API,
  RESERVATION_OPERATIONS_API,
  INSTANCES_API,
  CAPACITY_OPERATIONS_API,
  CAPACITY_NORTHBOUND_API,
  RESERVATION_NORTHBOUND_API,
  SUBSCRIPTIONS_API,
  DELIVERIES_API,
  INBOX_API,
  SELF_CHECK_API,
  SERVICE_API,
];

const DESCRIPTION = `How much capacity of a cloud is free, from when to when; and hold it for me.

Two interfaces, one ledger: what one of them reserves, the other one sees.

- **Operations** (Group A) always answer 200, \`/query-capacity\` 201, with the outcome in \`result\`.
- **Capacity**, **Reservations**, **Subscriptions** and **Notifications** (Group B) tell the outcome by status.
- **Records** are reads for operators, page by page.

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
  { name: 'Subscriptions', description: 'Group B: who is told of which changes.' },
  {
    name: 'Notifications',
    description: 'Group B: what is sent to subscribers, and the inbox of this service.',
  },
  { name: 'Records', description: 'Everything there is, for operators.' },
  { name: 'Service', description: 'The service itself.' },
];

export interface ApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly object[];
  readonly paths: ApiPart['paths'];
  readonly webhooks: ApiPart['paths'];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

/** The OpenAPI 3.1 document of this service; `classes` are the resource classes there are here. */
export function buildDocument(classes: ReadonlyMap<ResourceClass, number>): ApiDocument {
  const paths = Object.assign({}, ...PARTS.map((part) => part.paths)) as ApiPart['paths'];
  const schemas = Object.assign(
    sharedSchemas(classes),
    ...PARTS.map((part) => part.schemas),
  ) as ApiPart['schemas'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headroom',
      version: API_VERSION,
      summary: 'Capacity reservation service',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    webhooks: WEBHOOKS,
    components: {
      schemas: withWarnings({ paths, schemas }),
      responses: sharedResponses(),
      headers: HEADERS,
    },
  };
}
