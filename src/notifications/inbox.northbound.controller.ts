import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { InboxService } from './inbox.service.js';
import { Challenge } from './challenge.js';
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
  @HttpCode(204)
  receiveCompute(
    @Body() body: Notification,
    @Res({ passthrough: true }) response: Response,
    @Challenge() challenge?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return challenge === undefined ? this.receive('compute', body, key) : agree(response, challenge);
  }

  @Post('network/notification')
  @Allow('notify')
  @ReceiveNotification('network')
  @HttpCode(204)
  receiveNetwork(
    @Body() body: Notification,
    @Res({ passthrough: true }) response: Response,
    @Challenge() challenge?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return challenge === undefined ? this.receive('network', body, key) : agree(response, challenge);
  }

  @Post('storage/notification')
  @Allow('notify')
  @ReceiveNotification('storage')
  @HttpCode(204)
  receiveStorage(
    @Body() body: Notification,
    @Res({ passthrough: true }) response: Response,
    @Challenge() challenge?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return challenge === undefined ? this.receive('storage', body, key) : agree(response, challenge);
  }

  private async receive(path: NorthboundKind, body: Notification, key?: KeyedRequest): Promise<void> {
    await this.answered.once<void>(
      key,
      (remember) => this.inbox.receive(path, body, remember),
      () => ({}),
    );
  }
}

/** Whoever may send here is welcome, so the answer is always yes. */
function agree(response: Response, challenge: string): ChallengeEcho {
  response.status(200);
  return { challenge };
}
