import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { receivedDetails } from './dto/inbox-answers.js';
import { InboxService } from './inbox.service.js';

/** Additive: the notifications that were sent here. */
@Controller('notifications')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: Record<string, unknown>) {
    const page = readPageRequest(query);
    return pageOf(await this.inbox.page(page.rows, page.after), page, ({ id }) => id, receivedDetails);
  }
}
