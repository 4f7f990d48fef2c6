import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveryModule } from './delivery/delivery.module.js';
import { InboxController } from './inbox.controller.js';
import { InboxNorthboundController } from './inbox.northbound.controller.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { TellingModule } from './telling/telling.module.js';
import { ReceivedNotificationEntity } from './received-notification.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReceivedNotificationEntity]), DeliveryModule, TellingModule],
  controllers: [InboxNorthboundController, InboxController],
  providers: [InboxService, InboxRepository],
})
export class NotificationsModule {}
