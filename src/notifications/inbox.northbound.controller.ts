import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, type ClientCall } from '../idempotency/idempotency-key.js';
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
  receiveCompute(@Call() call: ClientCall, @Body() body: Notification, @Challenged() agree?: Agree) {
    return this.receive(call, 'compute', body, agree);
  }

  @Post('network/notification')
  @Allow('notify')
  @ReceiveNotification('network')
  receiveNetwork(@Call() call: ClientCall, @Body() body: Notification, @Challenged() agree?: Agree) {
    return this.receive(call, 'network', body, agree);
  }

  @Post('storage/notification')
  @Allow('notify')
  @ReceiveNotification('storage')
  receiveStorage(@Call() call: ClientCall, @Body() body: Notification, @Challenged() agree?: Agree) {
    return this.receive(call, 'storage', body, agree);
  }

  /** Whoever may send here is welcome, so a challenge is always agreed to. */
  private async receive(
    { key }: ClientCall,
    path: NorthboundKind,
    body: Notification,
    agree?: Agree,
  ): Promise<ChallengeEcho | void> {
    if (agree) return agree();
    await this.answered.once<void>(
      key,
      (remember) => this.inbox.receive(path, body, remember),
      () => ({}),
    );
  }
}
