import { hour, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Answer = Record<string, any>;

describe('publicIps that are named again', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  let made = 0;
  /** A new zone, and functions to name ranges in it. */
  async function zone() {
    const name = `zone-${++made}`;
    const { provider: source } = await service.provider({}, { zone: name });
    const named = (publicIps: string[], addresses = 2): Promise<Answer> =>
      service.operation('increase-capacity', { source, capacity: { addresses }, publicIps });
    const ranges = async (): Promise<string[]> => {
      const rows = await service.dataSource.query<{ range: string }[]>(
        `select range::text from address_ranges where zone_id = $1 order by range`,
        [name],
      );
      return rows.map(({ range }) => range);
    };
    return { zone: name, source, name: named, ranges };
  }

  it('add nothing where the zone has them already, in a second request or twice in one', async () => {
    const { name, ranges } = await zone();
    for (const publicIps of [['203.0.113.0/30'], ['203.0.113.0/30'], ['203.0.113.0/30', '203.0.113.0/30']]) {
      const answer = await name(publicIps, 1);
      expect(answer).toMatchObject({ result: 'ok', 'pool-id': expect.any(String) });
    }
    expect(await ranges()).toEqual(['203.0.113.0/30']);
  });

  it('add nothing where the zone has them as a part of a larger range, in whichever order', async () => {
    const { name, ranges } = await zone();
    expect(await name(['192.0.2.4/30', '192.0.2.0/24', '192.0.2.128/25'])).toMatchObject({ result: 'ok' });
    expect(await name(['192.0.2.0/31'])).toMatchObject({ result: 'ok' });
    expect(await ranges()).toEqual(['192.0.2.0/24']);
  });

  it('are an error where they cover one of the zone, and nothing is changed', async () => {
    const { name, ranges, zone: zoneId } = await zone();
    await name(['198.51.100.0/30']);
    const wider = await name(['198.51.100.128/25', '198.51.100.0/25']);
    expect(wider).toEqual({
      result: 'error',
      message: expect.stringMatching(/publicIps.*1.* 198\.51\.100\.0\/25 covers 198\.51\.100\.0\/30/),
      errors: [{ pointer: '/publicIps/1', detail: expect.any(String) }],
    });
    expect(await ranges()).toEqual(['198.51.100.0/30']);
    expect(await reserve(service, zoneId, [hour(8), hour(9)], { addresses: 3 })).toMatchObject({
      result: 'conflict',
    });
  });

  it('are a conflict where another zone has some of them, without an offer: no other time would do', async () => {
    const owner = await zone();
    const other = await zone();
    await owner.name(['100.64.0.0/24']);
    for (const range of ['100.64.0.0/24', '100.64.0.0/16', '100.64.0.7/32']) {
      expect(await other.name(['100.65.0.0/30', range])).toEqual({
        result: 'conflict',
        message: `publicIps ${range} overlaps 100.64.0.0/24, which zone '${owner.zone}' has`,
        errors: [{ pointer: '/publicIps/1', detail: expect.any(String) }],
      });
    }
    expect(await other.ranges()).toEqual([]);
  });

  it('add nothing when twenty requests name them at once, and none of those fails', async () => {
    const { name, ranges } = await zone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => name(['100.66.0.0/29'], 1)));
    expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['ok']));
    expect(await ranges()).toEqual(['100.66.0.0/29']);
  });

  it('are given to one of two zones that name them at once, and the other gets a conflict', async () => {
    const [one, two] = [await zone(), await zone()];
    const answers = await Promise.all([one.name(['100.67.0.0/29']), two.name(['100.67.0.0/28'])]);
    expect(answers.map(({ result }) => result as string).sort()).toEqual(['conflict', 'ok']);
    expect([...(await one.ranges()), ...(await two.ranges())]).toHaveLength(1);
  });

  it('are a conflict and no failure where a process does not know yet that the zone has them', async () => {
    const { name, zone: zoneId } = await zone();
    expect(await name(['100.68.0.0/30'])).toMatchObject({ result: 'ok' });
    // Simulates another process that assigns the zone a block of the configured ranges, which does not change the ledger.
    await service.dataSource.query(
      `insert into address_ranges (range, zone_id, origin, created_at) values ('100.68.1.0/24', $1, 'configuration', now())`,
      [zoneId],
    );
    expect(await name(['100.68.0.0/30'])).toMatchObject({ result: 'ok' });
    expect(await name(['100.68.1.0/24'])).toMatchObject({ result: expect.stringMatching(/ok|conflict/) });
    expect(await name(['100.68.1.0/24'])).toMatchObject({ result: 'ok' });
  });

  it('leave a warning where more addresses are declared than the ranges hold', async () => {
    const { name } = await zone();
    expect(await name(['100.69.0.0/30'], 2)).toMatchObject({ message: 'capacity increase successful' });
    expect(await name([], 8)).toMatchObject({
      result: 'ok',
      message:
        "capacity increase successful; more is declared than the zone's ranges hold: addresses=10 (the ranges hold 2)",
    });
  });
});
