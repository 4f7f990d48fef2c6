import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { startExample, stopExamples, type Program } from './example.js';
import { newSubscriber, notification, startTelling, tell } from './telling.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

function signature(headers: Record<string, string>): string {
  return headers['webhook-signature'];
}

describe('example receiver', () => {
  afterAll(stopExamples);

  let service: RunningService;
  beforeAll(async () => {
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '0,0,0,0,0,0,0,0,0,0' } });
  });
  afterAll(() => service.stop());

  it('accepts each notification of the service once', async () => {
    const first = await startExample(0, SECRET);
    const { port } = new URL(first.url);
    first.child.kill();
    await once(first.child, 'exit');

    const to = await newSubscriber(service, `http://127.0.0.1:${port}`);
    const example = await startExample(Number(port), to.secret);
    const told = notification(to, { body: { ключ: '☃' } });
    await tell(service, told);
    await eventually(() => Promise.resolve(expect(example.lines()).toHaveLength(1)));
    expect(example.lines()[0]).toMatchObject({
      path: '/capacity/compute/notification',
      position: expect.any(Number),
      notification: { ключ: '☃' },
    });
    const untilDelivered = (attempts: number) =>
      eventually(async () => {
        const { body } = await service.http.get(`/deliveries/${told.id}`).expect(200);
        expect(body).toMatchObject({ state: 'delivered', attempts });
      });
    // Asked for during the first attempt, the second would be the same one.
    await untilDelivered(1);
    await service.http.post(`/deliveries/${told.id}/redeliver`).expect(202);
    await untilDelivered(2);
    expect(example.lines()).toHaveLength(1);
  });

  describe('a request to it', () => {
    let example: Program;
    beforeAll(async () => {
      example = await startExample(0, `${OTHER} ${SECRET}`);
    });

    async function send(
      change: (headers: Record<string, string>) => void,
      body = '{"a":1}',
      at = new Date(),
    ) {
      const headers: Record<string, string> = {
        'webhook-id': 'n-1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(SECRET).sign('n-1', at, '{"a":1}'),
      };
      change(headers);
      const answer = await request(example.url, { method: 'POST', headers, body });
      await answer.body.dump();
      return answer.statusCode;
    }

    it('is acknowledged when any of its signatures fits any of the secrets', async () => {
      expect(await send(() => undefined)).toBe(204);
      const wrong = new Webhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`).sign(
        'n-1',
        new Date(),
        '{"a":1}',
      );
      expect(
        await send((headers) => (headers['webhook-signature'] = `${wrong} ${headers['webhook-signature']}`)),
      ).toBe(204);
      expect(example.lines()).toHaveLength(1);
    });

    // Regression: it was taken in like a change.
    it('is acknowledged and does nothing when it is a test event', async () => {
      const before = example.lines().length;
      const [body, at] = ['{"test":true}', new Date()];
      const sign = (headers: Record<string, string>) => {
        headers['webhook-id'] = 'n-test';
        headers['webhook-signature'] = new Webhook(SECRET).sign('n-test', at, body);
      };
      expect(await send(sign, body, at)).toBe(204);
      expect(example.lines()).toHaveLength(before);
    });

    interface Case {
      readonly title: string;
      readonly change?: (headers: Record<string, string>) => void;
      readonly body?: string;
      readonly seconds?: number;
    }

    const cases: Case[] = [
      { title: 'was altered', body: '{"a":2}' },
      { title: 'has another id', change: (headers) => (headers['webhook-id'] = 'n-2') },
      { title: 'is old', seconds: -301 },
      { title: 'is of the future', seconds: 302 },
      { title: 'has no time', change: (headers) => (headers['webhook-timestamp'] = 'now') },
      { title: 'is not signed', change: (headers) => delete headers['webhook-signature'] },
      {
        title: 'has another version',
        change: (headers) => (headers['webhook-signature'] = signature(headers).replace('v1', 'v9')),
      },
      {
        title: 'has half a signature',
        change: (headers) => (headers['webhook-signature'] = signature(headers).slice(0, 20)),
      },
    ];

    it.each(cases)('is refused when it $title', async ({ change = () => undefined, body, seconds = 0 }) => {
      const before = example.lines().length;
      expect(await send(change, body, new Date(Date.now() + seconds * 1000))).toBe(401);
      expect(example.lines()).toHaveLength(before);
    });

    it('is refused when it is too large', async () => {
      expect(await send(() => undefined, 'x'.repeat(1025 * 1024))).toBe(413);
    });
  });

  it('names the variable it needs', async () => {
    const child = spawn(process.execPath, ['examples/receiver/receiver.mjs'], {
      env: { PATH: process.env.PATH },
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    expect(status).toBe(1);
    expect(stderr).toMatch(/^SECRET: expected /);
  });
});
