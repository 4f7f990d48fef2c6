import { stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('error bodies', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 1 });
  });
  afterAll(() => stopSound(service));

  const pool = (numCpuCores: unknown) => ({ computePoolReservation: { numCpuCores } });
  const refuse = (accept: string | undefined, body: object) => {
    const request = service.http.post('/reservation/compute/create');
    return (accept === undefined ? request : request.set('Accept', accept)).send(body);
  };

  it.each([
    [400, pool('x')],
    [404, { zoneId: 'atlantis', ...pool(1) }],
    [409, pool(2)],
  ])('of %d have the members of RFC 9457 and a stable code', async (status, body) => {
    const response = await refuse('application/json', body);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status,
      detail: expect.any(String),
      code: expect.stringMatching(/^[a-z-]+$/),
    });
    expect(response.body).not.toHaveProperty('result');
  });

  it.each([undefined, '*/*', 'application/problem+json', 'application/problem+json, application/json'])(
    'are application/problem+json for a client that takes %s',
    async (accept) => {
      const response = await refuse(accept, pool('x'));
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    },
  );

  it('point at every wrong field with a JSON pointer', async () => {
    const body = { startTime: 'soon', computePoolReservation: { numCpuCores: 'x', virtualMemSize: -1 } };
    const { errors } = (await refuse('application/json', body)).body;
    expect(errors.map(({ pointer }: any) => pointer).sort()).toEqual([
      '/computePoolReservation/numCpuCores',
      '/computePoolReservation/virtualMemSize',
      '/startTime',
    ]);
    for (const { detail } of errors) expect(detail).toEqual(expect.any(String));
  });

  it('are the same before the domain is reached', async () => {
    const unknown = await service.http.get('/reservation/nothing/query').set('Accept', 'application/json');
    expect([unknown.status, unknown.body.status, unknown.body.code]).toEqual([404, 404, 'not-found']);
    const method = await service.http.put('/reservation/compute/create').send({});
    expect([method.status, method.body.code, method.headers.allow]).toEqual([
      405,
      'method-not-allowed',
      expect.stringContaining('POST'),
    ]);
  });

  it('of Group A paths carry result and message as well', async () => {
    const method = await service.http.get('/create-reservation');
    expect(method.status).toBe(405);
    expect(method.body).toMatchObject({ status: 405, result: 'error', message: expect.any(String) });
    const type = await service.http.post('/create-reservation').set('Content-Type', 'text/plain').send('x');
    expect(type.status).toBe(415);
    expect(type.body).toMatchObject({ status: 415, result: 'error', message: expect.any(String) });
  });

  it('never are 5xx for a client’s fault, and members that are not known are ignored', async () => {
    for (const body of [{ zoneId: 7 }, { zoneId: '\ud800' }, { startTime: {} }, pool(null), pool([])]) {
      const { status } = await refuse(undefined, body);
      expect(status).toBe(400);
    }
    expect((await refuse(undefined, { ...pool(1), colour: 'red', __proto__: null })).status).toBe(201);
  });
});
