import { startService, type RunningService } from '../support/service.js';

const CAPACITY_CHANGE = {
  zoneId: 'z1',
  notificationId: 'n-1',
  capacityChangeTime: '2030-01-01T00:00:00Z',
  resourceDescriptor: { computeResourceTypeId: 'cpuCores' },
  capacityInformation: { available: 1, reserved: 2, total: 3, allocated: 0 },
};
const RESERVATION_CHANGE = {
  changeId: 'c-1',
  reservationId: '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
  vimId: 'elsewhere',
  changeType: 'Reservation time change',
  changedReservationData: { endTime: '2030-02-01T00:00:00Z' },
};

describe('inbox', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(['compute', 'network', 'storage'])(
    'answers a challenge on the path of %s, and keeps nothing',
    async (path) => {
      const before = await service.http.get('/notifications');
      const { status, body } = await service.http
        .post(`/capacity/${path}/notification`)
        .set('Headroom-Challenge', 'kJ0v')
        .send({ challenge: 'kJ0v' });
      expect([status, body]).toEqual([200, { challenge: 'kJ0v' }]);
      expect((await service.http.get('/notifications')).body).toEqual(before.body);
    },
  );

  it('keeps what it receives as it came, the newest last', async () => {
    const sent = [
      ['compute', 'compute', CAPACITY_CHANGE],
      ['compute', 'reservation', RESERVATION_CHANGE],
      ['network', 'network', { ...CAPACITY_CHANGE, changeId: 'x' }],
      ['storage', 'storage', { 'ключ ☃': [1.5, null, true, { deep: '' }] }],
      ['compute', 'compute', {}],
      ['compute', 'compute', CAPACITY_CHANGE],
    ] as const;
    for (const [path, , body] of sent) {
      const answer = await service.http.post(`/capacity/${path}/notification`).send(body).expect(204);
      expect(answer.text).toBe('');
      service.clock.advance(1);
    }
    const first = await service.http.get('/notifications?limit=4').expect(200);
    const second = await service.http.get('/notifications').query({ cursor: first.body.next }).expect(200);
    expect(first.headers.link).toContain('rel="next"');
    expect(second.body).not.toHaveProperty('next');
    const items = [...first.body.items, ...second.body.items];
    expect(items).toEqual(
      sent.map(([, kind, notification], index) => ({
        id: expect.any(String),
        kind,
        received: `2030-01-01T00:00:0${index}Z`,
        notification,
      })),
    );
  });

  const filler = (length: number): object => ({ filler: 'x'.repeat(length - '{"filler":""}'.length) });

  it('takes 16 KiB, and no more', async () => {
    const send = (length: number) => service.http.post('/capacity/network/notification').send(filler(length));
    await send(16 * 1024).expect(204);
    const refused = await send(16 * 1024 + 1).expect(413);
    expect(refused.body).toMatchObject({
      code: 'payload-too-large',
      detail: expect.stringContaining('16 KiB'),
    });
  });

  it('gives pages of about 1 MiB, and a cursor to the rest', async () => {
    for (let number = 0; number < 100; number++) {
      await service.http
        .post('/capacity/storage/notification')
        .send({ number, ...filler(16_000) })
        .expect(204);
    }
    const numbers: number[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await service.http.get('/notifications').query({ kind: 'storage', limit: 1000, cursor });
      expect(page.text.length).toBeLessThan(1.1 * 1024 * 1024);
      cursor = page.body.next as string | undefined;
      for (const { notification } of page.body.items)
        if ('number' in notification) numbers.push(notification.number);
    }
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it.each(['compute', 'network', 'storage'])('400 on %s: the body is no object', async (kind) => {
    for (const body of ['[]', '5', '{', '']) {
      const answer = await service.http
        .post(`/capacity/${kind}/notification`)
        .set('Content-Type', 'application/json')
        .send(body);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toMatch(/^(body-not-an-object|malformed-json)$/);
    }
  });

  it('400: a page that is none', async () => {
    await service.http.get('/notifications?limit=0').expect(400);
    await service.http.get('/notifications?cursor=x').expect(400);
  });
});
