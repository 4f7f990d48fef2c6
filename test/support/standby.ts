import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Standby {
  readonly url: string;
  stop(): Promise<void>;
}

const PRIMARY = parameterStatus('in_hot_standby', 'off');
const STANDBY = parameterStatus('in_hot_standby', 'on');

/** A proxy in front of a database that reports it as a standby, as PostgreSQL does at the start of a connection. */
export async function startStandby(databaseUrl: string): Promise<Standby> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection({ host: target.hostname, port: Number(target.port) });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => client.write(demoted(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function demoted(chunk: Buffer): Buffer {
  const at = chunk.indexOf(PRIMARY);
  if (at < 0) return chunk;
  return Buffer.concat([chunk.subarray(0, at), STANDBY, chunk.subarray(at + PRIMARY.length)]);
}

/** PostgreSQL's message that reports a parameter: its kind, its length, name and value. */
function parameterStatus(name: string, value: string): Buffer {
  const body = Buffer.from(`${name}\0${value}\0`);
  const head = Buffer.alloc(5);
  head.write('S');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
