import { formatInstant } from '../../src/kernel/time-window.js';
import { alone, boot, hour, reserve, reserved } from '../support/readings.js';
import { service as shared } from '../support/shared-service.js';

const CAPACITY = { cores: 2, ram: 1024, instances: 2 };

describe('GET /reports/idle', () => {
  it('R16 lists what little is drawn on, the longest idle first', () =>
    alone(async (service) => {
      await service.provider({ cores: 20, ram: 20_000, instances: 20 });
      const goTo = (hours: number) => {
        service.clock.instant = Date.parse(hour(hours)) / 1000;
      };
      goTo(-16);
      const unused = await reserved(service, 'z1', [undefined, hour(24)], CAPACITY);
      goTo(8);
      const half = await reserved(service, 'z1', [undefined, hour(24)], CAPACITY);
      const full = await reserved(service, 'z1', [undefined, hour(24)], CAPACITY);
      await reserved(service, 'z1', [hour(12), hour(24)], CAPACITY);
      await boot(service, { 'reservation-id': half });
      for (let count = 0; count < 2; count++) await boot(service, { 'reservation-id': full });
      goTo(10);
      const { body } = await service.http.get('/reports/idle?threshold=0.8').expect(200);
      expect(body.more).toBe(false);
      expect(body.reservations).toEqual([
        { reservationId: unused, zone: 'z1', start: hour(-16), usedShare: 0, idleHours: 26 },
        { reservationId: half, zone: 'z1', start: hour(8), usedShare: 0.5, idleHours: 1 },
      ]);
      const first = await service.http.get('/reports/idle?limit=1').expect(200);
      expect(first.body).toEqual({ reservations: body.reservations.slice(0, 1), more: true });
      const cut = await service.http.get('/reports/idle?limit=1').set('Accept', 'text/csv').expect(200);
      expect(cut.text.trimEnd().split('\r\n')).toHaveLength(2);
      expect(cut.headers['headroom-more']).toBe('true');
      const whole = await service.http.get('/reports/idle?limit=2').set('Accept', 'text/csv').expect(200);
      expect(whole.headers['headroom-more']).toBe('false');
      const less = await service.http.get('/reports/idle?threshold=0.5&zone=z1').expect(200);
      expect(less.body.reservations).toEqual(body.reservations.slice(0, 1));
    }));

  it('R18 gives the same rows as CSV, without formulas', () =>
    alone(async (service) => {
      await service.provider({ cores: 10 });
      const name = '=HYPERLINK("http://x.example","a")';
      const made = await reserve(service, 'z1', [undefined, undefined], { cores: 4 }, { name });
      const start = formatInstant(service.clock.instant);
      service.clock.advance(3600);
      const answer = await service.http
        .get('/reports/idle')
        .set('Accept', 'text/csv')
        .expect(200)
        .expect('Content-Type', 'text/csv; charset=utf-8; header=present');
      expect(answer.text).toBe(
        'reservationId,name,tenant,zone,start,usedShare,idleHours\r\n' +
          `${made['reservation-id']},"'=HYPERLINK(""http://x.example"",""a"")",,z1,${start},0,1\r\n`,
      );
    }));

  it.each([
    ['threshold=-1', 400, '/threshold'],
    ['threshold=1.5', 400, '/threshold'],
    ['threshold=abc', 400, '/threshold'],
    ['limit=0', 400, '/limit'],
    ['by=zone', 400, '/by'],
    ['zone=nowhere', 404, '/zone'],
  ])('R17 refuses %j', async (query, status, pointer) => {
    const { body } = await shared.http.get(`/reports/idle?${query}`).expect(status);
    expect(body.errors[0].pointer).toBe(pointer);
  });
});
