import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

describe('a day without a time', () => {
  it('is its midnight in a reservation', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const made = await headroom([
      'reserve',
      '-z',
      zone,
      '--cores',
      '1',
      '--start',
      'tomorrow',
      '--for',
      '1d',
    ]);
    const { json } = await headroom(['show', made.json['reservation-id']]);
    const start = new Date(json.start);
    expect([start.getHours(), start.getMinutes()]).toEqual([0, 0]);
    expect(start.getTime()).toBeGreaterThan(service.clock.now() * 1000);
  });

  it('is in the past in a report, where a request takes the next one', async () => {
    const past = await headroom(['report', 'usage', '--from', 'last monday', '--to', 'now']);
    expect(past.status).toBe(0);
    expect((await headroom(['capacity', '--from', '2030-13-01'])).status).toBe(2);
  });
});
