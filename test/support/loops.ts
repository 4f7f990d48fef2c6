import { AllocationService } from '../../src/allocation/allocation.service.js';
import type { ZoneLoop } from '../../src/allocation/loop/zone-loop.js';
import type { RunningService } from './service.js';

/** A service's loop for a zone; undefined before its first request for the zone. */
export function loopOf({ app }: RunningService, zone: string): ZoneLoop | undefined {
  return app
    .get(AllocationService)
    .activeLoops()
    .find(({ zoneId }) => zoneId === zone);
}
