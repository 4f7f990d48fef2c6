import { Controller, Get, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import { receivedDetails } from './dto/inbox-answers.js';
import { inboxFilter, InboxListParameters } from './dto/inbox-list.dto.js';
import { InboxService } from './inbox.service.js';
import { ListNotifications } from './dto/inbox.openapi.js';

/** Additive: the notifications that were sent here. */
@Controller('notifications')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @Allow('auditor', 'operator', 'admin')
  @ListNotifications()
  async list(@Query() query: InboxListParameters) {
    const request = listRequest('notifications', query);
    return listPage(await this.inbox.list(inboxFilter(query), request), request, receivedDetails);
  }
}
