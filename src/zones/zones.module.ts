import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CollectionsRepository } from './collections.repository.js';
import { ZoneAddressesRepository } from './zone-addresses.repository.js';
import { ZoneOverviewsRepository } from './zone-overviews.repository.js';
import { ZonesController } from './zones.controller.js';
import { ZonesRepository } from './zones.repository.js';
import { ZonesService } from './zones.service.js';
import { ZoneEntity } from './zone.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ZoneEntity])],
  controllers: [ZonesController],
  providers: [
    CollectionsRepository,
    ZoneAddressesRepository,
    ZoneOverviewsRepository,
    ZonesRepository,
    ZonesService,
  ],
  exports: [CollectionsRepository, ZonesRepository],
})
export class ZonesModule {}
