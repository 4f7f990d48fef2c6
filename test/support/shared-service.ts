import { stopSound } from './readings.js';
import { startService, type RunningService } from './service.js';

/**
 * The shared service of a suite. All files of cases that import it use the same service, which starts before the first test and is audited
 * after the last. A test that uses it has its own zones, and reads only its own ids.
 */
export let service: RunningService;

let zones = 0;

/** A zone name that no other test of the suite uses. */
export function newZone(): string {
  return `shared-${++zones}`;
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => stopSound(service));
