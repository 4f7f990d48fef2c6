import { Module } from '@nestjs/common';
import { ZonesModule } from '../zones/zones.module.js';
import { ReportPlaces } from './report-places.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [ZonesModule],
  controllers: [ReportsController],
  providers: [ReportPlaces, ReportsService],
})
export class ReportsModule {}
