import type { IncomingMessage, ServerResponse } from 'node:http';
import { startService, type RunningService } from '../support/service.js';

describe('the request and response objects of Express', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.stop());
  it('keep their prototypes: to change the prototype of each would halve the throughput', async () => {
    const made: unknown[] = [];
    const handled: unknown[] = [];
    const server = service.app.getHttpServer();
    server.prependOnceListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const prototypes = (): unknown[] =>
        [request, response].map((each) => Object.getPrototypeOf(each) as unknown);
      made.push(...prototypes());
      response.on('finish', () => handled.push(...prototypes()));
    });
    await service.http.get('/livez').expect(200);
    expect(handled).toHaveLength(2);
    expect(handled.map((prototype, index) => prototype === made[index])).toEqual([true, true]);
    const { request, response } = service.app.getHttpAdapter().getInstance();
    expect(handled.map((prototype, index) => prototype === [request, response][index])).toEqual([true, true]);
  });
});
