import { applyDecorators, Controller, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiTags,
  ApiWebhook,
  getSchemaPath,
} from '@nestjs/swagger';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { capital } from '../../openapi/operations.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { capacityChange, reservationChangeExample } from './notification-examples.openapi.js';
import { CapacityChange, ReservationChangeBody } from './notification-schemas.js';

function header(name: string, description: string, example: string, required = true): MethodDecorator {
  const schema = { type: 'string', examples: [example] };
  return ApiHeader({ name, required, description, schema });
}

/** What every notification carries beside its body (Standard Webhooks 1.0.0). */
const HEADERS: readonly MethodDecorator[] = [
  header('webhook-id', 'The id in the body; the same when it is sent again.', SAMPLE.notification),
  header('webhook-timestamp', 'When it is sent, this time: seconds since 1970.', '1795240800'),
  header(
    'webhook-signature',
    'HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. ' +
      'While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    false,
  ),
  header(
    'headroom-position',
    'Counts up within one reservation and, for capacity, within the subscription.',
    '4711',
  ),
];

const RESPONSES: Readonly<Record<string, string>> = {
  '2XX': 'Acknowledged. The rest of the answer is of no interest.',
  '410': 'Not wanted any more: the subscription is disabled.',
  '429': 'Too much at once. `Retry-After` is heeded.',
  '503': 'Not now. `Retry-After` is heeded.',
  default: 'A failure, redirects too: it is sent again later, and at last given up.',
};

interface SentParts {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly body: new () => object;
  readonly sample: object;
}

function Sent({ id, summary, description, body, sample }: SentParts): MethodDecorator {
  const responses = Object.entries(RESPONSES).map(([status, text]) =>
    ApiResponse({ status: status as '2XX', description: text }),
  );
  return applyDecorators(
    Post(),
    ApiTags('Notifications'),
    ApiOperation({ operationId: id, summary, description }),
    ...HEADERS,
    ApiExtraModels(body),
    ApiBody({ schema: { $ref: getSchemaPath(body) }, examples: example(sample) }),
    ...responses,
  );
}

function CapacityChanged(kind: NorthboundKind): MethodDecorator {
  return Sent({
    id: `tell${capital(kind)}CapacityChange`,
    summary: `The ${kind} capacity has changed`,
    description: `Sent to \`callbackUri\` with \`/capacity/${kind}/notification\` behind it. Without a threshold a newer value replaces one that is not delivered yet.`,
    body: CapacityChange,
    sample: capacityChange(kind),
  });
}

/**
 * What the service sends to subscribers: the `webhooks` of the document. The library reads webhooks from a controller's methods; no module
 * has this one, so nothing answers at its routes.
 */
@Controller()
export class NotificationWebhooks {
  @ApiWebhook('computeCapacityChange')
  @CapacityChanged('compute')
  compute(this: void): void {}

  @ApiWebhook('networkCapacityChange')
  @CapacityChanged('network')
  network(this: void): void {}

  @ApiWebhook('storageCapacityChange')
  @CapacityChanged('storage')
  storage(this: void): void {}

  @ApiWebhook('reservationChange')
  @Sent({
    id: 'tellReservationChange',
    summary: 'A reservation has changed',
    description:
      'Sent to `callbackUri` with `/capacity/compute/notification` behind it, in order per reservation.',
    body: ReservationChangeBody,
    sample: reservationChangeExample(),
  })
  reservation(this: void): void {}
}
