import { stopSound } from './readings.js';
import { startService, type RunningService } from './service.js';

/**
 * The one service of a suite: every file of cases that imports it uses the same, started before the first test and audited
 * after the last. A test that uses it has zones of its own, and looks at its own ids only.
 */
export let service: RunningService;

let zones = 0;

/** The name of a zone that no other test of the suite has. */
export function newZone(): string {
  return `shared-${++zones}`;
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => stopSound(service));
