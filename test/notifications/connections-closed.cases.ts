import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSubscriber, notification, startTelling, tell } from './telling.js';

describe('a connection to a receiver', () => {
  // Regression: it was kept for up to ten minutes if its receiver asked for that.
  it('is closed some seconds after its last answer, whatever the receiver asks for', async () => {
    const service = await startTelling();
    const server = createServer({ keepAliveTimeout: 0 }, (_, response) => {
      response.writeHead(204, { connection: 'keep-alive', 'keep-alive': 'timeout=600' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const connected = once(server, 'connection');
    const { port } = server.address() as AddressInfo;
    await tell(service, notification(await newSubscriber(service, `http://127.0.0.1:${port}`)));
    const [socket] = await connected;
    await once(socket, 'close');
    await service.stop();
    server.close();
  });
});
