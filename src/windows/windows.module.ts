import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { WindowsController } from './windows.controller.js';
import { WindowsService } from './windows.service.js';

@Module({
  imports: [AllocationModule, ZonesModule],
  controllers: [WindowsController],
  providers: [WindowsService],
})
export class WindowsModule {}
