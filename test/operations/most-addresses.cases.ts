import { hour, reserve } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONES = [newZone(), newZone()];
const WINDOW = [hour(8), hour(9)] as const;
const [startTime, endTime] = WINDOW;

const refused = (member: string) => ({
  result: 'error',
  message: `${member} must not be more than 10000`,
});

// Regression: a zone with a /16 was asked for 40,000, and the statement that stored them ran into its timeout, each time.
describe('more than 10,000 addresses of a reservation', () => {
  beforeAll(async () => {
    for (const zone of ZONES) await service.provider({ addresses: 20_000 }, { zone });
  });

  it.each([
    ['at once', {}],
    ['in a hold', { hold: 60 }],
    ['waiting', { wait: true }],
    ['in a dry run', { 'dry-run': true }],
    ['in a series', { repeat: 'FREQ=DAILY;COUNT=1' }],
  ])('are refused %s', async (_how, more) => {
    const answer = await reserve(service, ZONES[0], WINDOW, { addresses: '10001' }, more);
    expect(answer).toMatchObject(refused('capacity.addresses'));
  });

  it('are refused without a zone, and in the words of the other group', async () => {
    const anywhere = { start: startTime, end: endTime, capacity: { addresses: 10_001 } };
    const answer = await service.operation('create-reservation', anywhere);
    expect(answer).toMatchObject(refused('capacity.addresses'));
    const body = { zoneId: ZONES[0], startTime, endTime, networkReservation: { numPublicIps: 10_001 } };
    const northbound = await service.http.post('/reservation/network/create').send(body).expect(400);
    expect(northbound.body.detail).toBe('networkReservation.numPublicIps must not be more than 10000');
  });

  it('are refused to an update and a move', async () => {
    const made = await reserve(service, ZONES[0], WINDOW, { addresses: 1 });
    for (const zone of ZONES) {
      const change = { 'reservation-id': made['reservation-id'], zone, capacity: { addresses: 10_001 } };
      expect(await service.operation('update-reservation', change)).toMatchObject(
        refused('capacity.addresses'),
      );
    }
  });
});
