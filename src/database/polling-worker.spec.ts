import { Logger } from '@nestjs/common';
import { PollingWorker } from './polling-worker.js';

class FailingWorker extends PollingWorker {
  constructor(private readonly failure: Error) {
    super(0, 'later');
  }

  protected round(): Promise<void> {
    this.logFailure('one of many', this.failure);
    return Promise.resolve();
  }
}

// Regression: a database that was away for a moment filled the log with errors of instances.
it.each([
  ['warn', Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
  ['error', new TypeError('away')],
] as const)('a failure in part of a round is logged as %s', async (level, failure) => {
  const logged = jest.spyOn(Logger.prototype, level).mockReturnValue(undefined);
  await new FailingWorker(failure).tick();
  expect(logged.mock.calls).toEqual([[`one of many: ${String(failure)}`]]);
  logged.mockRestore();
});
