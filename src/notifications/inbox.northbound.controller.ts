import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { InboxService } from './inbox.service.js';
import { Challenged, type Agree } from './challenge.js';
import type { ChallengeEcho } from './dto/inbox-answers.js';
import { ReceiveNotification } from './dto/inbox.openapi.js';

type Notification = Readonly<Record<string, unknown>>;

/** Group B: the paths to which notifications are sent, answered by this service itself. */
@Controller('capacity')
export class InboxNorthboundController {
  constructor(
    private readonly inbox: InboxService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('compute/notification')
  @Allow('notify')
  @ReceiveNotification('compute')
  receiveCompute(
    @Body() body: Notification,
    @Challenged() agree?: Agree,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.receive('compute', body, agree, key);
  }

  @Post('network/notification')
  @Allow('notify')
  @ReceiveNotification('network')
  receiveNetwork(
    @Body() body: Notification,
    @Challenged() agree?: Agree,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.receive('network', body, agree, key);
  }

  @Post('storage/notification')
  @Allow('notify')
  @ReceiveNotification('storage')
  receiveStorage(
    @Body() body: Notification,
    @Challenged() agree?: Agree,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.receive('storage', body, agree, key);
  }

  /** Whoever may send here is welcome, so a challenge is always agreed to. */
  private async receive(
    path: NorthboundKind,
    body: Notification,
    agree?: Agree,
    key?: KeyedRequest,
  ): Promise<ChallengeEcho | void> {
    if (agree) return agree();
    await this.answered.once<void>(
      key,
      (remember) => this.inbox.receive(path, body, remember),
      () => ({}),
    );
  }
}
