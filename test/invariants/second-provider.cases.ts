import { jest } from '@jest/globals';
import { ZoneFold } from '../../src/allocation/fold/zone-fold.js';
import { capacityAt } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('the first entry of a second provider of a zone', () => {
  let first: RunningService;
  let second: RunningService;
  beforeAll(async () => {
    first = await startService();
    second = await startService({ database: first.database, clock: first.clock });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  // Regression: it added up the first provider at once, a pause of seconds in a zone that was large by then.
  it('finds the sum over the providers made, in the process that decides it and in another one', async () => {
    await first.provider({ cores: 3 });
    for (const process of [first, second]) expect(await capacityAt(process, 'z1')).toEqual({ cores: 3 });
    const areSummed: boolean[] = [];
    const apply = Reflect.get<ZoneFold, 'apply'>(ZoneFold.prototype, 'apply');
    const spy = jest.spyOn(ZoneFold.prototype, 'apply').mockImplementation(function (
      this: ZoneFold,
      entry,
      sign,
    ) {
      areSummed.push(this.hasSumFor([String(entry.providerId)]));
      apply.call(this, entry, sign);
    });
    await first.provider({ cores: 4 });
    for (const process of [first, second]) expect(await capacityAt(process, 'z1')).toEqual({ cores: 7 });
    spy.mockRestore();
    expect(new Set(areSummed)).toEqual(new Set([true]));
  });
});
