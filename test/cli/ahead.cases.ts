import { timeText } from '../../cli/src/times.js';
import { statesOf } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

/** A zone of eight cores. */
async function zoneOfEight(): Promise<string> {
  const zone = newZone();
  await service.provider({ cores: 8 }, { zone });
  return zone;
}

const reserve = (zone: string, cores: number, ...more: string[]) =>
  headroom(['reserve', '-z', zone, '--for', '1d', '--cores', String(cores), ...more]);

describe('headroom reserve --hold, confirm', () => {
  it('holds, says until when, and keeps what is confirmed', async () => {
    const zone = await zoneOfEight();
    const shown = await headroom(['reserve', '-z', zone, '--cores', '2', '--hold', '10m'], { columns: 100 });
    const until = timeText(new Date((service.clock.now() + 600) * 1000).toISOString());
    expect(shown.stdout).toContain(`held until ${until}: cores=2`);
    const id = /[0-9a-f-]{36}/.exec(shown.stdout)?.[0] ?? '';
    expect(await headroom(['confirm', id], { columns: 100 })).toMatchObject({
      status: 0,
      stdout: `confirmed ${id}\n`,
    });
    expect(await statesOf(service, [id])).toEqual(['active']);
    expect((await headroom(['confirm', zone])).status).toBe(4);
  });
});

describe('headroom reserve --wait', () => {
  it('waits for what does not fit, and lists it', async () => {
    const zone = await zoneOfEight();
    const first = (await reserve(zone, 8)).json['reservation-id'] as string;
    const waiting = await headroom(['reserve', '-z', zone, '--for', '1d', '--cores', '4', '--wait'], {
      columns: 100,
    });
    expect(waiting).toMatchObject({ status: 0, stdout: expect.stringMatching(/^waits for cores=4/) });
    const { json } = await headroom(['reservations', '-z', zone, '--state', 'waiting']);
    expect(json).toHaveLength(1);
    expect((await reserve(zone, 4, '--wait-until', '+1h')).json).toMatchObject({ state: 'waiting' });
    await headroom(['cancel', first]);
    expect(await statesOf(service, [json[0].reservationId])).toEqual(['active']);
  });

  it('says beforehand that it would wait', async () => {
    const zone = await zoneOfEight();
    const args = ['reserve', '-z', zone, '--cores', '9', '--wait', '--dry-run'];
    expect((await headroom(args, { columns: 100 })).stdout).toMatch(`it would wait in ${zone}: cores=9`);
  });
});

describe('headroom reserve --repeat', () => {
  it('makes a series, and cancels all of it that has not begun', async () => {
    const zone = await zoneOfEight();
    const args = ['--start', '+1d', '--repeat', 'FREQ=WEEKLY;COUNT=3'];
    const { json } = await reserve(zone, 2, ...args);
    expect(json.occurrences).toHaveLength(3);
    const shown = await headroom(['cancel', '--series', json['series-id']], { columns: 100 });
    expect(shown.stdout.trim().split('\n')).toHaveLength(3);
    expect(await headroom(['cancel'])).toMatchObject({ status: 2 });
  });

  it('ends with 3 where one of them does not fit, and names it', async () => {
    const zone = await zoneOfEight();
    await reserve(zone, 8, '--start', '+8d');
    const { status, stderr } = await reserve(zone, 2, '--start', '+1d', '--repeat', 'FREQ=WEEKLY;COUNT=3');
    expect(status).toBe(3);
    expect(JSON.parse(stderr)).toMatchObject({
      message: expect.stringContaining('(occurrence 2 of 3, from '),
    });
  });
});

describe('headroom find --hold', () => {
  it('holds the first window, to be confirmed', async () => {
    const zone = await zoneOfEight();
    const args = ['find', '-z', zone, '--for', '1d', '--cores', '8', '--hold', '5m'];
    const { stdout } = await headroom(args, { columns: 100 });
    const id = /headroom confirm ([0-9a-f-]{36})/.exec(stdout)?.[1] ?? '';
    expect(await statesOf(service, [id])).toEqual(['held']);
  });
});
