import type { WithTestServer } from './global-setup.js';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as WithTestServer).headroomTestServer?.stop();
}
