import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import { Logger, Module } from '@nestjs/common';
import { openConnections, stopServing } from '../../src/app.stop.js';
import { readKeyPair, reloadKeyPair } from '../../src/app.tls.js';
import { Draining } from '../../src/health/draining.js';
import { DEFAULT_LIMITS } from '../../src/http/edge/edge-limits.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { eventually } from '../support/eventually.js';
import { startEdgeApp, type EdgeApp } from './edge-app.js';

@Module({ providers: [Draining] })
class StoppableModule {}

describe('HTTPS by the service itself', () => {
  let edge: EdgeApp;
  const directory = mkdtempSync(join(tmpdir(), 'headroom-tls-'));
  const files = { certificate: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  const figures = new RequestFigures();

  function makeKeyPair(name: string): void {
    const parameters = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`;
    const output = ['-keyout', files.key, '-out', files.certificate];
    execFileSync('openssl', [...parameters.split(' '), ...output], { stdio: 'ignore' });
  }

  beforeAll(async () => {
    makeKeyPair('first.example');
    edge = await startEdgeApp(undefined, false, { figures }, readKeyPair(files));
  });
  afterAll(async () => {
    await edge.close();
    rmSync(directory, { recursive: true });
  });

  const port = (): number => (edge.app.getHttpServer().address() as AddressInfo).port;

  /** The status, and the name in the certificate. */
  async function ask(): Promise<[number | undefined, string | string[] | undefined]> {
    const options = { port: port(), path: '/create-reservation', method: 'POST', rejectUnauthorized: false };
    const asked = request({ ...options, agent: false }).end('{"a":1}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const { subject }: PeerCertificate = (answer.socket as TLSSocket).getPeerCertificate();
    answer.resume();
    await once(answer, 'end');
    return [answer.statusCode, subject.CN];
  }

  it('answers, and has the new certificate after it was read again', async () => {
    expect(await ask()).toEqual([200, 'first.example']);
    makeKeyPair('second.example');
    reloadKeyPair(edge.app.getHttpServer(), files);
    expect(await ask()).toEqual([200, 'second.example']);
  });

  it('keeps its certificate when the files cannot be used', async () => {
    const [, name] = await ask();
    copyFileSync(files.certificate, join(directory, 'kept.pem'));
    // Regression: an empty file was taken for no certificate, and no client could connect.
    for (const text of ['no certificate', '', '\n']) {
      writeFileSync(files.certificate, text);
      reloadKeyPair(edge.app.getHttpServer(), files);
      expect(await ask()).toEqual([200, name]);
    }
    copyFileSync(join(directory, 'kept.pem'), files.certificate);
  });

  it('says which file is wrong', () => {
    expect(() => readKeyPair({ ...files, key: join(directory, 'none.pem') })).toThrow('TLS_KEY_FILE');
    const empty = join(directory, 'empty.pem');
    writeFileSync(empty, '');
    expect(() => readKeyPair({ ...files, key: empty })).toThrow('TLS_KEY_FILE');
    expect(() => readKeyPair({ certificate: empty, key: empty })).toThrow('TLS_CERT_FILE');
    expect(() => readKeyPair({ ...files, key: files.certificate })).toThrow('TLS_CERT_FILE, TLS_KEY_FILE');
  });

  it('counts a request once, whatever becomes of its connection', async () => {
    const socket = connect({ port: port(), rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    socket.write('GET /capacity/compute/query HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30));
    await once(socket, 'data');
    socket.destroy();
    await eventually(() => Promise.resolve(expect(figures.inFlight).toBe(0)));
    expect(figures.isPlausible()).toBe(true);
  });

  it('counts connections of an address from before their handshake', async () => {
    const limits = { ...DEFAULT_LIMITS, connectionsPerAddress: 2 };
    const limited = await startEdgeApp(undefined, false, { limits }, readKeyPair(files));
    const open = async () => {
      const socket = connectPlain(limited.port, '127.0.0.1').on('error', () => undefined);
      const closed = once(socket, 'close');
      await once(limited.app.getHttpServer(), 'connection');
      return { socket, closed };
    };
    const [first, second, third] = [await open(), await open(), await open()];
    await third.closed;
    expect([first, second].map(({ socket }) => socket.readyState)).toEqual(['open', 'open']);
    first.socket.destroy();
    await eventually(async () => {
      const socket = connect({ port: limited.port, rejectUnauthorized: false });
      await once(socket, 'secureConnect').finally(() => socket.destroy());
    });
    second.socket.destroy();
    await limited.close();
  });

  it('when it stops, closes connections that never sent a request, and cuts nothing off', async () => {
    const stopped = await startEdgeApp(StoppableModule, false, {}, readKeyPair(files));
    const connections = openConnections(stopped.app.getHttpServer());
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const socket = connect({ port: stopped.port, rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    await Promise.all([stopServing(stopped.app, connections, 0), once(socket, 'close')]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  // Regression: only its own timeout ended a handshake. Later it held up the stop for seconds, and the log named requests under way.
  it('when it stops, closes connections whose handshake does not go on, and cuts nothing off', async () => {
    const stopped = await startEdgeApp(StoppableModule, false, {}, readKeyPair(files));
    const server = stopped.app.getHttpServer();
    const connections = openConnections(server);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    // Longer than the test may take.
    const [handshakeTimeout] = Object.getOwnPropertySymbols(server).filter(
      ({ description }) => description === 'handshake-timeout',
    );
    Object.assign(server, { [handshakeTimeout]: 120_000 });
    const stopping = stopServing(stopped.app, connections, 1);
    const socket = connectPlain(stopped.port, '127.0.0.1').on('error', () => undefined);
    socket.write(Buffer.from([22]));
    await Promise.all([stopping, once(socket, 'close')]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
