import { startService, type RunningService } from '../support/service.js';

describe('GET /', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each([undefined, 'application/json', '*/*'])(
    'points to what there is, for a client that takes %s',
    async (accept) => {
      const request = service.http.get('/');
      const { status, body, headers } = await (accept === undefined
        ? request
        : request.set('Accept', accept));
      expect([status, headers.vary]).toEqual([200, 'Accept']);
      expect(body.interfaces).toEqual({ operations: expect.any(String), northbound: expect.any(String) });
      for (const member of ['documentation', 'description', 'liveness', 'readiness', 'metrics']) {
        await service.http.get(body[member]).expect(200);
      }
    },
  );

  it('sends a browser to the console', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    await service.http.get('/').set('Accept', accept).expect(302).expect('Location', '/console');
  });

  it('is what an unknown path is told of', async () => {
    const { body } = await service.http.get('/reservation').expect(404);
    expect(body.detail).toContain('/openapi.json');
    await service.http.post('/').send({}).expect(405);
  });
});
