import { bearer, startGuarded } from '../access/guarded-service.js';
import { alone, boot, fromNow, hour, reservation, reserve, reserved } from '../support/readings.js';
import { service as shared, newZone } from '../support/shared-service.js';
import type { RunningService } from '../support/service.js';

type Body = Record<string, any>;

const DAY = { from: hour(0), to: hour(24) };

async function usage(service: RunningService, query: Record<string, string>): Promise<Body[]> {
  const answer = await service.http.get('/reports/usage').query({ ...DAY, ...query });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body.rows as Body[];
}

/** The figures of cores alone. */
async function cores(service: RunningService, query: Record<string, string>): Promise<Body[]> {
  return (await usage(service, query)).filter((row) => row.class === 'cores');
}

const figures = (reserved: number, used: number, more: object = {}): object => ({
  class: 'cores',
  reservedHours: reserved,
  usedHours: used,
  idleHours: reserved - used,
  unreservedHours: 0,
  ...(reserved > 0 ? { idleShare: (reserved - used) / reserved } : {}),
  ...more,
});

/** Sets the clock to an hour of the day in which the windows lie. */
function goTo(service: RunningService, hours: number): void {
  service.clock.instant = Date.parse(hour(hours)) / 1000;
}

const ONE = { cores: 4, ram: 2048, instances: 4 };

describe('GET /reports/usage', () => {
  it('R1 R2 adds up what a reservation was promised, within the window', async () => {
    const zone = newZone();
    await shared.provider({ cores: 10 }, { zone });
    const more = { name: 'nightly' };
    const id = (await reserve(shared, zone, [hour(8), hour(10)], { cores: 4 }, more))['reservation-id'];
    const row = { reservationId: id, name: 'nightly' };
    expect(await usage(shared, { by: 'reservation', zone })).toEqual([
      { ...row, ...figures(8, 0, { peak: 4 }) },
    ]);
    const cut = { by: 'reservation', zone, from: hour(9) };
    expect(await usage(shared, cut)).toEqual([{ ...row, ...figures(4, 0, { peak: 4 }) }]);
    expect(await usage(shared, { ...cut, from: hour(10) })).toEqual([]);
  });

  it('R3 counts what instances draw as used, and still as reserved', () =>
    alone(async (service) => {
      await service.provider(ONE);
      goTo(service, 8);
      const id = await reserved(service, 'z1', [undefined, hour(12)], ONE);
      goTo(service, 9);
      const made = await boot(service, { 'reservation-id': id });
      goTo(service, 11);
      await service.operation('destroy-instance', { 'instance-id': made['instance-id'] });
      expect(await cores(service, { by: 'zone' })).toEqual([{ zone: 'z1', ...figures(16, 2, { peak: 4 }) }]);
    }));

  it('R4 R5 ends with a cancellation, but for what instances keep', () =>
    alone(async (service) => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 });
      goTo(service, 8);
      const [plain, drawn] = [
        await reserved(service, 'z1', [undefined, hour(12)], ONE),
        await reserved(service, 'z1', [undefined, hour(12)], ONE),
      ];
      await boot(service, { 'reservation-id': drawn });
      goTo(service, 10);
      for (const id of [plain, drawn])
        await service.operation('cancel-reservation', { 'reservation-id': id });
      const rows = await cores(service, { by: 'reservation' });
      expect(rows).toEqual([
        { reservationId: plain, ...figures(8, 0, { peak: 4 }) },
        { reservationId: drawn, ...figures(10, 4, { peak: 4 }) },
      ]);
    }));

  it('R6 leaves out the time in conflict', () =>
    alone(async (service) => {
      const { provider } = await service.provider({ cores: 4 });
      await reserved(service, 'z1', [hour(8), hour(12)], { cores: 4 });
      const change = { source: provider, capacity: { cores: 1 } };
      goTo(service, 9);
      await service.operation('decrease-capacity', { ...change, force: true });
      goTo(service, 11);
      await service.operation('increase-capacity', change);
      expect(await usage(service, { by: 'class' })).toEqual([figures(8, 0, { peak: 4 })]);
    }));

  it('R7 follows a reservation that moves between providers and zones', () =>
    alone(async (service) => {
      const { provider: first } = await service.provider({ cores: 4 }, { zone: 'a' });
      const id = await reserved(service, 'a', [hour(8), hour(12)], { cores: 4 });
      const { provider: second } = await service.provider({ cores: 4 }, { zone: 'a' });
      const { provider: third } = await service.provider({ cores: 4 }, { zone: 'b' });
      goTo(service, 9);
      const lost = { source: first, capacity: { cores: 4 }, force: true };
      await service.operation('decrease-capacity', lost);
      goTo(service, 11);
      await service.operation('update-reservation', { 'reservation-id': id, zone: 'b' });
      expect(await reservation(service, id)).toMatchObject({ zone: 'b' });
      const byProvider = await usage(service, { by: 'provider' });
      const expected = [
        [first, 4],
        [second, 8],
        [third, 4],
      ] as const;
      expect(byProvider).toEqual(
        [...expected]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([providerId, hours]) => ({ providerId, ...figures(hours, 0, { peak: 4 }) })),
      );
      expect((await usage(service, { by: 'zone' })).map((row) => [row.zone, row.reservedHours])).toEqual([
        ['a', 12],
        ['b', 4],
      ]);
      expect(await usage(service, { by: 'reservation' })).toEqual([
        { reservationId: id, ...figures(16, 0, { peak: 4 }) },
      ]);
      expect(await usage(service, { by: 'reservation', zone: 'b' })).toMatchObject([{ reservedHours: 4 }]);
    }));

  it('R8 tells what instances use outside of reservations', () =>
    alone(async (service) => {
      await service.provider(ONE);
      goTo(service, 8);
      const { 'instance-id': id } = await boot(service, {});
      goTo(service, 10);
      await service.operation('destroy-instance', { 'instance-id': id });
      const row = figures(0, 0, { unreservedHours: 2, peak: 0 });
      expect(await cores(service, { by: 'tenant' })).toEqual([row]);
      expect(await cores(service, { by: 'class' })).toEqual([row]);
      expect(await cores(service, { by: 'reservation' })).toEqual([]);
    }));

  it('R9 R10 adds up per tenant, and shows a consumer its own alone', async () => {
    const service = await startGuarded();
    const as = (key: string) => bearer(key);
    const post = (key: string, path: string, body: object) => service.http.post(path).set(as(key)).send(body);
    const [mine, yours] = [
      (await service.makeKey({ role: 'consumer', tenant: 'mine' })).key,
      (await service.makeKey({ role: 'consumer', tenant: 'yours' })).key,
    ];
    const cloud = {
      'provider-type': 'simulated',
      endpoint: 'http://reported.example:5000/v3',
      username: 'u',
      password: 'p',
      zone: 'z1',
    };
    const added = await post(service.admin, '/add-provider', cloud);
    const capacity = { source: added.body['provider-id'], capacity: { cores: 20 } };
    await post(service.admin, '/increase-capacity', capacity);
    for (const [key, start, end] of [
      [mine, 8, 10],
      [mine, 9, 11],
      [yours, 8, 10],
    ] as const) {
      const body = { zone: 'z1', start: hour(start), end: hour(end), capacity: { cores: 4 } };
      expect((await post(key, '/create-reservation', body)).body).toMatchObject({ result: 'ok' });
    }
    const read = async (key: string, by: string, tenant?: string): Promise<Body[]> => {
      const answer = await service.http
        .get('/reports/usage')
        .query({ ...DAY, by, tenant })
        .set(as(key))
        .expect(200);
      return answer.body.rows as Body[];
    };
    const own = { tenant: 'mine', ...figures(16, 0, { peak: 8 }) };
    expect(await read(mine, 'tenant')).toEqual([own]);
    expect(await read(service.admin, 'tenant')).toEqual([
      own,
      { tenant: 'yours', ...figures(8, 0, { peak: 4 }) },
    ]);
    expect(await read(service.admin, 'tenant', 'mine')).toEqual([own]);
    const foreign = service.http
      .get('/reports/usage')
      .query({ ...DAY, tenant: 'yours' })
      .set(as(mine));
    expect((await foreign).body).toMatchObject({ status: 400, errors: [{ pointer: '/tenant' }] });
    expect((await read(mine, 'reservation')).map(({ peak }) => peak as number)).toEqual([4, 4]);
    expect(await read(mine, 'zone')).toMatchObject([{ reservedHours: 16 }]);
    const idle = await service.http.get('/reports/idle').set(as(yours)).expect(200);
    expect(idle.body).toEqual({ reservations: [], more: false });
    await service.stop();
  });

  it('R11 ends now, and begins 30 days before, where nothing else is said', () =>
    alone(async (service) => {
      await service.provider({ cores: 4 });
      await reserved(service, 'z1', [undefined, undefined], { cores: 4 });
      service.clock.advance(3600);
      const { body } = await service.http.get('/reports/usage').expect(200);
      const month = 30 * 86_400;
      expect(body).toEqual({
        from: fromNow(service, -month),
        to: fromNow(service, 0),
        by: 'zone',
        rows: [{ zone: 'z1', ...figures(4, 0, { peak: 4 }) }],
      });
      // No earlier than the service takes times.
      const first = await service.http.get('/reports/usage?to=1970-01-02T00:00:00Z').expect(200);
      expect(first.body.from).toBe('1970-01-01T00:00:00Z');
    }));

  it.each([
    ['by=', 400, '/by'],
    ['by=month', 400, '/by'],
    ['by=zone&from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z', 400, '/to'],
    ['by=zone&from=2030-01-02', 400, '/from'],
    ['by=zone&from=0', 400, '/from'],
    ['by=zone&since=2030-01-02T00:00:00Z', 400, '/since'],
    ['by=zone&zone=nowhere', 404, '/zone'],
  ])('R12 refuses %j', async (query, status, pointer) => {
    const { body } = await shared.http.get(`/reports/usage?${query}`).expect(status);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  it('R13 writes CSV that no spreadsheet runs', async () => {
    const zone = newZone();
    await shared.provider({ cores: 10 }, { zone });
    const name = { name: '=HYPERLINK("http://x.example","a")' };
    const made = await reserve(shared, zone, [hour(8), hour(10)], { cores: 4 }, name);
    const answer = await shared.http
      .get('/reports/usage')
      .query({ ...DAY, by: 'reservation', zone })
      .set('Accept', 'text/csv')
      .expect(200)
      .expect('Content-Type', /^text\/csv/);
    expect(answer.text).toBe(
      'reservationId,name,tenant,class,reservedHours,usedHours,idleHours,unreservedHours,peak,idleShare\r\n' +
        `${made['reservation-id']},"'=HYPERLINK(""http://x.example"",""a"")",,cores,8,0,8,0,4,1\r\n`,
    );
    const empty = await shared.http
      .get('/reports/usage?by=class&zone=' + zone)
      .set('Accept', 'text/csv')
      .expect(200);
    expect(empty.text).toBe('class,reservedHours,usedHours,idleHours,unreservedHours,peak,idleShare\r\n');
  });

  it('R14 is exact to the second', async () => {
    const zone = newZone();
    await shared.provider({ cores: 10 }, { zone });
    await reserved(shared, zone, [hour(8), new Date(Date.parse(hour(8)) + 1000).toISOString()], { cores: 1 });
    expect(await usage(shared, { by: 'zone', zone })).toMatchObject([{ reservedHours: 0.000278 }]);
  });
});
