import { jsonBody, type Operation, type Parameter, type PathItem } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { ref } from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { capacityChange, reservationChange } from './notification-examples.openapi.js';

function header(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string', examples: [example] } };
}

/** What every notification carries beside its body (Standard Webhooks 1.0.0). */
const HEADERS: readonly Parameter[] = [
  header('webhook-id', 'The id in the body; the same when it is sent again.', SAMPLE.notification),
  header('webhook-timestamp', 'When it is sent, this time: seconds since 1970.', '1795240800'),
  {
    ...header(
      'webhook-signature',
      'HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. ' +
        'While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
    required: false,
  },
  header(
    'headroom-position',
    'Counts up within one reservation and, for capacity, within the subscription.',
    '4711',
  ),
];

const RESPONSES: Operation['responses'] = {
  '2XX': { description: 'Acknowledged. The rest of the answer is of no interest.' },
  '410': { description: 'Not wanted any more: the subscription is disabled.' },
  '429': { description: 'Too much at once. `Retry-After` is heeded.' },
  '503': { description: 'Not now. `Retry-After` is heeded.' },
  default: { description: 'A failure, redirects too: it is sent again later, and at last given up.' },
};

function capacity(kind: NorthboundKind): PathItem {
  const own = `${kind[0].toUpperCase()}${kind.slice(1)}`;
  return {
    post: {
      operationId: `tell${own}CapacityChange`,
      tags: ['Notifications'],
      summary: `The ${kind} capacity has changed as the subscription wishes to know`,
      description: `Sent to \`callbackUri\` with \`/capacity/${kind}/notification\` behind it. A newer value takes the place of one that is not delivered yet.`,
      parameters: HEADERS,
      requestBody: jsonBody(ref('CapacityChange'), { example: { value: capacityChange(kind) } }),
      responses: RESPONSES,
    },
  };
}

const reservation: PathItem = {
  post: {
    operationId: 'tellReservationChange',
    tags: ['Notifications'],
    summary: 'A reservation has changed',
    description:
      'Sent to `callbackUri` with `/capacity/compute/notification` behind it, in order per reservation.',
    parameters: HEADERS,
    requestBody: jsonBody(ref('ReservationChange'), { example: { value: reservationChange() } }),
    responses: RESPONSES,
  },
};

/** What the service sends to those who subscribed: the `webhooks` of the document. */
export const WEBHOOKS: Readonly<Record<string, PathItem>> = {
  computeCapacityChange: capacity('compute'),
  networkCapacityChange: capacity('network'),
  storageCapacityChange: capacity('storage'),
  reservationChange: reservation,
};
