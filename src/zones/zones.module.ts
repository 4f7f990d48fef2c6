import { Module } from '@nestjs/common';
import { ZoneOverviewsRepository } from './zone-overviews.repository.js';
import { ZonesController } from './zones.controller.js';
import { ZonesService } from './zones.service.js';

@Module({
  controllers: [ZonesController],
  providers: [ZoneOverviewsRepository, ZonesService],
})
export class ZonesModule {}
