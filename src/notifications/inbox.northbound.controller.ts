import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { InboxService } from './inbox.service.js';

type Notification = Readonly<Record<string, unknown>>;

/** Group B: the paths to which notifications are sent, answered by this service itself. */
@Controller('capacity')
export class InboxNorthboundController {
  constructor(
    private readonly inbox: InboxService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('compute/notification')
  @HttpCode(204)
  receiveCompute(@Body() body: Notification, @IdempotencyKey() key?: KeyedRequest) {
    return this.receive('compute', body, key);
  }

  @Post('network/notification')
  @HttpCode(204)
  receiveNetwork(@Body() body: Notification, @IdempotencyKey() key?: KeyedRequest) {
    return this.receive('network', body, key);
  }

  @Post('storage/notification')
  @HttpCode(204)
  receiveStorage(@Body() body: Notification, @IdempotencyKey() key?: KeyedRequest) {
    return this.receive('storage', body, key);
  }

  private async receive(path: NorthboundKind, body: Notification, key?: KeyedRequest): Promise<void> {
    await this.answered.once<void>(
      key,
      (remember) => this.inbox.receive(path, body, remember),
      () => ({}),
    );
  }
}
