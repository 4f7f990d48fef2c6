import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

/** A zone with two of ten cores reserved for a day. Afterwards the clock moves on by an hour. */
async function reservedZone(): Promise<string> {
  const zone = newZone();
  await service.provider({ cores: 10 }, { zone });
  await headroom(['reserve', '-z', zone, '--for', '1d', '--cores', '2', '--name', 'nightly']);
  service.clock.advance(3600);
  return zone;
}

describe('headroom report', () => {
  let zone: string;
  beforeAll(async () => {
    zone = await reservedZone();
  });

  it('says how many hours were reserved and idle', async () => {
    const { json } = await headroom(['report', 'usage', '-z', zone, '--by', 'reservation', '--from', '-1d']);
    expect(json.rows).toEqual([
      expect.objectContaining({ name: 'nightly', class: 'cores', reservedHours: 2, usedHours: 0, peak: 2 }),
    ]);
    const shown = await headroom(['report', 'usage', '-z', zone, '--by', 'class'], { columns: 120 });
    expect(shown.stdout).toMatch(/^CLASS +RESERVED +USED +IDLE/);
    expect(shown.stdout).toMatch(/\ncores +2 h +0 h +2 h +0 h +2 +100 %\n$/);
  });

  it('prints CSV', async () => {
    const { stdout } = await headroom(['report', 'usage', '-z', zone, '--csv']);
    expect(stdout).toMatch(/^zone,class,reservedHours,.*\r?\n/);
    expect(stdout).toContain(`${zone},cores,2,0,2,0,2,1`);
  });

  it('lists what is idle', async () => {
    const { json } = await headroom(['report', 'idle', '-z', zone]);
    expect(json).toEqual([expect.objectContaining({ name: 'nightly', usedShare: 0, idleHours: 1 })]);
    const shown = await headroom(['report', 'idle', '-z', zone], { columns: 120 });
    expect(shown.stdout).toContain('nightly');
  });

  it('prints what is idle as CSV', async () => {
    const { stdout, status } = await headroom(['report', 'idle', '-z', zone, '--csv']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^reservationId,name,.*\r\n.+,nightly,.*\r\n$/);
    const other = await reservedZone();
    await headroom(['reserve', '-z', other, '--for', '1d', '--cores', '1']);
    service.clock.advance(3600);
    const first = await headroom(['report', 'idle', '-z', other, '--csv', '--limit', '1']);
    expect(first.stdout.match(/\r\n/g)).toHaveLength(2);
    expect(first.stderr).toContain('there are more than 1');
  });

  it('ends with 4 where the service refuses the question', async () => {
    expect((await headroom(['report', 'usage', '--by', 'mood'])).status).toBe(4);
    expect((await headroom(['report', 'idle', '--threshold', '2'])).status).toBe(4);
  });
});
