import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { InboxService } from './inbox.service.js';

type Notification = Readonly<Record<string, unknown>>;

/** Group B: the paths to which notifications are sent, answered by this service itself. */
@Controller('capacity')
export class InboxNorthboundController {
  constructor(private readonly inbox: InboxService) {}

  @Post('compute/notification')
  @HttpCode(204)
  receiveCompute(@Body() body: Notification) {
    return this.inbox.receive('compute', body);
  }

  @Post('network/notification')
  @HttpCode(204)
  receiveNetwork(@Body() body: Notification) {
    return this.inbox.receive('network', body);
  }

  @Post('storage/notification')
  @HttpCode(204)
  receiveStorage(@Body() body: Notification) {
    return this.inbox.receive('storage', body);
  }
}
