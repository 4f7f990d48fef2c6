import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for an expectation to hold, and tries it every `interval` milliseconds. Fails with its last error after `patience` milliseconds.
 */
export async function eventually<T>(
  expectation: () => Promise<T>,
  patience = 30_000,
  interval = 20,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(interval);
    }
  }
}
