import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHeadroom } from './headroom.js';
import { UnreachableError } from './problem.js';
import type { RetryOptions } from './retry.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A client of a server that answers so. */
async function clientOf(listener: RequestListener, retry: RetryOptions) {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createHeadroom({ baseUrl, retry: { pauseMs: 0, ...retry } });
}

const hangs: RequestListener = () => undefined;
const stalls: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 }).write('{"items":');
};
const isCut: RequestListener = (request, response) => {
  stalls(request, response);
  setTimeout(() => response.destroy(), 20);
};
const answers: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[]}');
};

const read = (client: Awaited<ReturnType<typeof clientOf>>, signal?: AbortSignal) =>
  client.pages('/zones', {}, { signal }).next();

describe('an attempt under garbage collection', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let timer: NodeJS.Timeout;

  beforeEach(() => {
    timer = setInterval(collect, 50);
  });
  afterEach(() => clearInterval(timer));

  it.each([
    ['no answer', hangs],
    ['half of an answer', stalls],
  ])('ends when its time is up, after %s', async (_, listener) => {
    const client = await clientOf(listener, { attempts: 2, timeoutMs: 400 });
    await expect(read(client)).rejects.toBeInstanceOf(UnreachableError);
  });

  it.each([
    ['no answer', hangs],
    ['half of an answer', stalls],
  ])('ends with the signal of the caller, after %s', async (_, listener) => {
    const client = await clientOf(listener, {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 400);
    await expect(read(client, controller.signal)).rejects.toThrow('enough');
  });

  it('ends with a signal that only the request holds', async () => {
    const client = await clientOf(hangs, {});
    await expect(read(client, AbortSignal.timeout(400))).rejects.toThrow('due to timeout');
  });
});

describe('an answer that ends in its body', () => {
  it.each([
    ['is cut', isCut],
    ['stalls', stalls],
  ])('%s: the request is sent again', async (_, first) => {
    let sent = 0;
    const client = await clientOf(
      (request, response) => {
        sent += 1;
        return sent === 1 ? first(request, response) : answers(request, response);
      },
      { timeoutMs: 200 },
    );
    expect((await read(client)).value).toEqual([]);
    expect(sent).toBe(2);
  });

  it('is no answer after the last attempt', async () => {
    const client = await clientOf(isCut, { attempts: 2 });
    await expect(read(client)).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe('an answer that is not JSON', () => {
  it.each([
    ['text/html', '<html>Welcome</html>', 'text/html instead of JSON'],
    ['application/json', '{"items":', 'no answer from the service: '],
  ])('%s %s is no answer of the service', async (type, body, message) => {
    const client = await clientOf(
      (_, response) => response.writeHead(200, { 'Content-Type': type }).end(body),
      {},
    );
    const given = read(client);
    await expect(given).rejects.toBeInstanceOf(UnreachableError);
    await expect(given).rejects.toThrow(message);
  });
});
