import { Module } from '@nestjs/common';
import { ZoneAddressesRepository } from './zone-addresses.repository.js';
import { ZoneOverviewsRepository } from './zone-overviews.repository.js';
import { ZonesController } from './zones.controller.js';
import { ZonesService } from './zones.service.js';

@Module({
  controllers: [ZonesController],
  providers: [ZoneAddressesRepository, ZoneOverviewsRepository, ZonesService],
})
export class ZonesModule {}
