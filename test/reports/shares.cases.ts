import { jest } from '@jest/globals';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { ReportPlaces } from '../../src/reports/report-places.js';
import { as, believePrincipals, consumer } from '../support/principals.js';
import { startService, type RunningService } from '../support/service.js';

describe('the share of the places for requests that take long', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ before: believePrincipals });
  });
  afterAll(() => service.stop());

  const ask = async (path: string, headers = {}): Promise<number> =>
    (await service.http.get(path).set(headers)).status;

  /** A report whose client has taken its first rows, and no more yet. */
  async function openReport(share: string): Promise<AsyncGenerator<number>> {
    const report = service.app.get(ReportPlaces).rowsOf(share, async function* (pace) {
      yield await pace(() => Promise.resolve(1), true);
      yield await pace(() => Promise.resolve(2), false);
    });
    expect(await report.next()).toEqual({ done: false, value: 1 });
    return report;
  }

  it('is that of a tenant, whatever addresses it has, and not of those that share its address', async () => {
    const open = [await openReport('tenant:red'), await openReport('tenant:red')];
    try {
      expect(await ask('/reports/usage', consumer('red'))).toBe(503);
      for (const other of [consumer('blue'), as('auditor'), {}])
        expect(await ask('/reports/usage', other)).toBe(200);
    } finally {
      for (const report of open) await report.return(undefined);
    }
    expect(await ask('/reports/usage', consumer('red'))).toBe(200);
  });

  it('is that of the principal of no tenant, and of the address without a principal', async () => {
    const place = jest.spyOn(service.app.get(HeavyWork), 'place');
    for (const headers of [consumer('red'), as('auditor'), {}]) await ask('/reservations?limit=200', headers);
    expect(place.mock.calls).toEqual([['tenant:red'], ['test:auditor:'], ['127.0.0.1']]);
    place.mockRestore();
  });
});
