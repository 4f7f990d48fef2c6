import { Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.js';
import { InboxNorthboundController } from './inbox.northbound.controller.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';

@Module({
  controllers: [InboxNorthboundController, InboxController],
  providers: [InboxService, InboxRepository],
})
export class NotificationsModule {}
