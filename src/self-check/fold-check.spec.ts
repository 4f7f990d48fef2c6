import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { eventually } from '../../test/support/eventually.js';
import type { AllocationService } from '../allocation/allocation.service.js';
import type { Configuration } from '../config/configuration.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { FoldCheck } from './fold-check.service.js';

/** Shorter than the longest pause between two zones. */
const TIMEOUT_MS = 3_000;

describe('the check of folds', () => {
  afterEach(() => jest.restoreAllMocks());

  it(
    'ends its pause between two zones when the service stops',
    async () => {
      const read = jest.fn(() => Promise.resolve({ knownFrom: 0 }));
      const allocation = { activeLoops: () => [{ zoneId: 'a' }, { zoneId: 'b' }], readState: read };
      const dataSource = { manager: { query: () => Promise.resolve([]) } };
      let now = 0;
      jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
      const check = new FoldCheck(
        allocation as unknown as AllocationService,
        dataSource as unknown as DataSource,
        { foldCheckSeconds: 0.001 } as Configuration,
        new HeavyWork(1),
      );
      check.onApplicationBootstrap();
      await eventually(() => Promise.resolve(expect(read).toHaveBeenCalled()));
      await check.onModuleDestroy();
      expect(read).toHaveBeenCalledTimes(1);
    },
    TIMEOUT_MS,
  );
});
