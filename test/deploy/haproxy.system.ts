import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { readConfiguration } from '../../src/config/configuration.js';
import type { Daemon } from '../ha/daemon.js';
import { startHaproxy } from '../ha/haproxy.js';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/ports.js';

const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;
if (!HAS_HAPROXY) console.warn('haproxy is not installed: its configuration is not tried');

(HAS_HAPROXY ? describe : describe.skip)('deploy/haproxy/haproxy.cfg', () => {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-haproxy-'));
  let service: Server;
  let proxy: Daemon;
  let url: string;
  let figures: string;
  let underWay = 0;
  let mostUnderWay = 0;
  let checks = 0;
  let checkMilliseconds = 0;
  const forwarded = new Set<string | string[] | undefined>();

  beforeAll(async () => {
    service = createServer(({ url: path, headers }, answer) => {
      if (path === '/readyz' || path === '/livez') {
        setTimeout(() => {
          checks += 1;
          answer.end();
        }, checkMilliseconds);
        return;
      }
      forwarded.add(headers['x-forwarded-for']);
      mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
      setTimeout(() => {
        underWay -= 1;
        answer.end('{}');
      }, 200);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const [port, figuresPort] = await freePorts(2);
    const { port: servicePort } = service.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    figures = `127.0.0.1:${figuresPort}`;
    const environment = {
      HEADROOM_BIND: `127.0.0.1:${port}`,
      HEADROOM_SERVER_1: `127.0.0.1:${servicePort}`,
      HEADROOM_STATS: figures,
    };
    proxy = startHaproxy('deploy/haproxy/haproxy.cfg', environment, join(directory, 'log'));
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
  });
  afterAll(async () => {
    await proxy.end('SIGTERM');
    service.closeAllConnections();
    service.close();
    rmSync(directory, { recursive: true });
  });

  const reserve = async () => {
    const { statusCode, body } = await request(`${url}/create-reservation`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ zone: 'one' }),
    });
    await body.dump();
    return statusCode;
  };

  it('queues requests in the proxy before the limit of its address refuses them', async () => {
    const statuses = await Promise.all(Array.from({ length: 400 }, reserve));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { requestLimitPerAddress } = readConfiguration({ DATA_DIR: directory });
    expect(mostUnderWay).toBeGreaterThan(100);
    expect(mostUnderWay).toBeLessThan(requestLimitPerAddress);
  });

  it('serves the metrics that the alerts and the dashboard use', async () => {
    const { body } = await request(`http://${figures}/metrics`);
    const text = await body.text();
    const used = ['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboards/headroom.json']
      .flatMap((file) => readFileSync(file, 'utf8').match(/\bhaproxy_\w+/g) ?? [])
      .filter((name, index, all) => all.indexOf(name) === index);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(text).toContain(`# TYPE ${name} gauge`);
    expect(text).toContain('haproxy_server_status{proxy="ready",server="s1",state="UP"} 1');
    expect(text).toContain('haproxy_server_status{proxy="ready",server="s1",state="DOWN"} 0');
  });

  it('takes a process that answers its checks after two seconds for alive', async () => {
    checkMilliseconds = 2_000;
    const before = checks;
    // Each of two backends checks it, and two failures in a row would be enough.
    await eventually(() => Promise.resolve(expect(checks).toBeGreaterThanOrEqual(before + 4)));
    const { body } = await request(`http://${figures}/metrics`);
    expect(await body.text()).toContain('haproxy_server_status{proxy="ready",server="s1",state="UP"} 1');
    expect(await reserve()).toBe(200);
    checkMilliseconds = 0;
  });

  it('names the client in X-Forwarded-For', () => {
    expect([...forwarded]).toEqual(['127.0.0.1']);
  });
});
