import { startService, type RunningService } from '../support/service.js';

const THRESHOLD = {
  thresholdType: 'absoluteValue',
  threshold: { capacity_info: 'available', condition: 'lt', value: 5 },
};

describe('subscribe', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 1000, instances: 10, addresses: 4, gigabytes: 100 });
  });
  afterAll(() => service.stop());

  async function send(path: string, body: object, status: number) {
    const answer = await service.http.post(path).send(body).expect(status);
    return answer.body as Record<string, any>;
  }

  async function reservation(): Promise<string> {
    const made = await service.operation('create-reservation', { zone: 'z1', capacity: { cores: 1 } });
    return made['reservation-id'] as string;
  }

  describe.each([
    ['compute', 'computeResourceTypeId', 'vcInstances'],
    ['compute', 'computeResourceTypeId', 'numCpuCores'],
    ['network', 'networkResourceTypeId', 'publicIps'],
    ['storage', 'storageResourceTypeId', 'volumes'],
  ])('POST /capacity/%s/subscribe', (kind, member, typeId) => {
    const path = `/capacity/${kind}/subscribe`;

    it('201: makes a subscription that can be read and ended', async () => {
      const body = {
        [member]: typeId,
        zoneId: 'z1',
        threshold: THRESHOLD,
        callbackUri: 'http://consumer.example/x?y=1',
      };
      const made = await send(path, body, 201);
      expect(made).toEqual({
        created: '2030-01-01T00:00:00Z',
        capacityChangeSubscriptionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      const id = made.capacityChangeSubscriptionId as string;
      const read = await service.http.get(`/subscriptions/${id}`).expect(200);
      // The query is masked, because it may hold a credential.
      const callbackUri = 'http://consumer.example/x?y=***';
      expect(read.body).toEqual({ subscriptionId: id, kind, created: made.created, ...body, callbackUri });
      const ended = await service.http.delete(`/subscriptions/${id.toUpperCase()}`).expect(200);
      expect(ended.body).toEqual({ subscriptionId: id });
      await service.http.get(`/subscriptions/${id}`).expect(404);
      await service.http.delete(`/subscriptions/${id}`).expect(404);
    });

    it('201: needs the type id only', async () => {
      const made = await send(
        path,
        { [member]: typeId, zoneId: null, threshold: null, callbackUri: null },
        201,
      );
      const read = await service.http.get(`/subscriptions/${made.capacityChangeSubscriptionId}`);
      expect(read.body).toEqual({
        subscriptionId: made.capacityChangeSubscriptionId,
        kind,
        created: made.created,
        [member]: typeId,
      });
    });

    it.each([undefined, null, '', 5, 'ports', 'toString', 'zoneId'])('400: type id %j', async (wrong) => {
      const refused = await send(path, { [member]: wrong, zoneId: 'z1' }, 400);
      expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ pointer: `/${member}` }] });
      expect(refused.detail).toContain(member);
    });

    it('404: unknown zone', async () => {
      const refused = await send(path, { [member]: typeId, zoneId: 'nowhere' }, 404);
      expect(refused).toMatchObject({ code: 'unknown-zone', errors: [{ pointer: '/zoneId' }] });
    });
  });

  describe('a callbackUri', () => {
    it.each([
      'ftp://consumer.example',
      'consumer.example',
      'http://user:word@consumer.example',
      'http://user@consumer.example',
      `http://consumer.example/${'a'.repeat(2048)}`,
      // Regression: PostgreSQL could not index a notification to such a host, and all others of its zone waited behind it.
      `http://${'a'.repeat(2_000)}.example`,
      `http://${'麒'.repeat(253)}.example`,
      '',
      5,
    ])('400: %j', async (callbackUri) => {
      for (const [path, body] of [
        ['/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores' }],
        ['/reservation/subscribe', { inputFilter: [] }],
      ] as const) {
        const refused = await send(path, { ...body, callbackUri }, 400);
        expect(refused.errors).toMatchObject([{ pointer: '/callbackUri' }]);
      }
    });
  });

  describe('POST /reservation/subscribe', () => {
    const subscribe = (body: object, status: number) => send('/reservation/subscribe', body, status);

    it('201: watches the reservations it names, each once', async () => {
      const [a, b] = [await reservation(), await reservation()];
      const inputFilter = [a, `ResourceReservation:${b}`, a].map((reservationId) => ({ reservationId }));
      const made = await subscribe({ inputFilter, callbackUri: 'https://consumer.example' }, 201);
      expect(made).toEqual({
        created: '2030-01-01T00:00:00Z',
        reservationChangeSubscriptionId: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      const read = await service.http.get(`/subscriptions/${made.reservationChangeSubscriptionId}`);
      expect(read.body).toEqual({
        subscriptionId: made.reservationChangeSubscriptionId,
        kind: 'reservation',
        created: made.created,
        callbackUri: 'https://consumer.example',
        inputFilter: [{ reservationId: a }, { reservationId: b }],
      });
    });

    it('201: an empty list stands for all', async () => {
      const made = await subscribe({ inputFilter: [] }, 201);
      const read = await service.http.get(`/subscriptions/${made.reservationChangeSubscriptionId}`);
      expect(read.body.inputFilter).toEqual([]);
    });

    it.each([
      [{}, '/inputFilter'],
      [{ inputFilter: null }, '/inputFilter'],
      [{ inputFilter: {} }, '/inputFilter'],
      [{ inputFilter: ['x'] }, '/inputFilter/0'],
      [{ inputFilter: [{ reservationId: 5 }] }, '/inputFilter/0/reservationId'],
      [{ inputFilter: [{}] }, '/inputFilter/0/reservationId'],
    ])('400: %j', async (body, pointer) => {
      const refused = await subscribe(body, 400);
      expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
      expect(refused.detail).toContain('inputFilter');
    });

    it('404: every named reservation has to be there', async () => {
      const [live, ended] = [await reservation(), await reservation()];
      await service.operation('cancel-reservation', { 'reservation-id': ended });
      const { provider } = await service.provider({ cores: 1 });
      for (const unknown of ['x', '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000', provider, ended]) {
        const body = { inputFilter: [{ reservationId: live }, { reservationId: unknown }] };
        const refused = await subscribe(body, 404);
        const errors = [{ pointer: '/inputFilter/1/reservationId' }];
        expect(refused).toMatchObject({ code: 'unknown-reservation', errors });
      }
    });
  });

  describe('GET /subscriptions', () => {
    it('leads through all, in the order in which they were made', async () => {
      const made = await send('/reservation/subscribe', { inputFilter: [] }, 201);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await service.http.get('/subscriptions').query({ limit: 7, cursor }).expect(200);
        seen.push(...body.items.map((item: { subscriptionId: string }) => item.subscriptionId));
        cursor = body.next as string | undefined;
      } while (cursor);
      const stored = await service.dataSource.query('select count(*)::int as all from subscriptions');
      expect(seen).toEqual([...new Set(seen)].sort());
      expect(seen).toHaveLength(stored[0].all);
      expect(seen.at(-1)).toBe(made.reservationChangeSubscriptionId);
    });

    it.each([
      'x',
      'ResourcePool:0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
      '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
    ])('404: %s', async (id) => {
      const { body } = await service.http.get(`/subscriptions/${id}`).expect(404);
      expect(body.code).toBe('unknown-subscription');
    });

    it('405: nothing is made here', async () => {
      const answer = await service.http.post('/subscriptions').send({}).expect(405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    });
  });
});
