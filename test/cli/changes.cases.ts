import { newZone, service } from '../support/shared-service.js';
import { headroom, type Ran } from './command-line.js';
import { proxyOf, serverAt } from './proxies.js';

const zone = newZone();

async function reserve(): Promise<string> {
  const { json } = await headroom(['reserve', '-z', zone, '--for', '1d', '--cores', '1']);
  return json['reservation-id'] as string;
}

describe('a change of several records, of which one fails', () => {
  beforeAll(() => service.provider({ cores: 8 }, { zone }));

  it('shows those that are done, in words and as JSON', async () => {
    const [first, second] = [await reserve(), await reserve()];
    const shown = await headroom(['cancel', first, 'nothing', second], { columns: 100 });
    expect(shown).toMatchObject({ status: 4, stdout: `cancelled ${first}\n` });
    expect(shown.stderr).toContain('no reservation found');
    const piped = await headroom(['cancel', second, 'nothing']);
    expect(piped.json).toEqual([expect.objectContaining({ 'reservation-id': second, result: 'ok' })]);
    expect((await headroom(['cancel', 'nothing', second])).stdout).toBe('');
  });

  it('does so for subscriptions', async () => {
    const made = await headroom(['subscribe', 'reservations']);
    const ended = await headroom(['subscribe', 'end', made.json.id, made.json.id], { columns: 100 });
    expect(ended).toMatchObject({ status: 4, stdout: `ended ${made.json.id}\n` });
  });
});

describe('a change without an answer', () => {
  const keyIn = ({ stderr }: Ran): string => /--idempotency-key (\S+):/.exec(stderr)?.[1] ?? '';

  it('is named with its key, under which a repetition takes effect once', async () => {
    const own = newZone();
    await service.provider({ cores: 8 }, { zone: own });
    const losing = await proxyOf((response) => response.destroy());
    const reserve = ['reserve', '-z', own, '--start', '+1h', '--for', '2h', '--cores', '3'];
    const lost = await headroom(['--url', losing, ...reserve], { columns: 100 });
    expect(lost).toMatchObject({
      status: 5,
      stdout: '',
      stderr: expect.stringContaining('may have been done'),
    });

    // Relative times count from the first attempt.
    service.clock.advance(10);
    const repeated = await headroom([...reserve, '--idempotency-key', keyIn(lost)]);
    const { json } = await headroom(['reservations', '-z', own]);
    expect(json.map(({ reservationId }: any) => reservationId)).toEqual([repeated.json['reservation-id']]);
  });

  it.each([401, 403, 429])(
    'is one, too, where the attempt after a lost answer is refused with a %d',
    async (status) => {
      let sent = 0;
      const url = await serverAt((_, response) => {
        sent += 1;
        if (sent === 1) return response.destroy();
        const headers = { 'Content-Type': 'application/json', 'Retry-After': '60' };
        return response.writeHead(status, headers).end('{"detail":"later"}');
      });
      const given = await headroom(['--url', url, 'reserve', '--cores', '1'], { columns: 100 });
      expect(keyIn(given)).toMatch(/^cli-/);
      // Without a lost answer the refusal is all there is to say.
      expect(keyIn(await headroom(['--url', url, 'reserve', '--cores', '1'], { columns: 100 }))).toBe('');
    },
  );

  it('takes effect once per id under a key of the user', async () => {
    const ids = [await reserve(), await reserve()];
    const cancel = ['cancel', ...ids, '--idempotency-key', `mine-${zone}`];
    const first = await headroom(cancel);
    expect(first.status).toBe(0);
    expect((await headroom(cancel)).json).toEqual(first.json);
  });

  it('is said to be possible for a program, too, and when a signal ends it', async () => {
    const failing = await serverAt((_, response) => {
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"detail":"broken"}');
    });
    const failed = await headroom(['--url', failing, 'reserve', '--cores', '1']);
    expect(JSON.parse(failed.stderr)).toMatchObject({ idempotencyKey: expect.stringMatching(/^cli-/) });
    const controller = new AbortController();
    const hanging = await serverAt(() => controller.abort());
    const { signal } = controller;
    const ended = await headroom(['--url', hanging, 'reserve', '--cores', '1'], { signal, columns: 100 });
    expect([ended.status, keyIn(ended)]).toEqual([130, expect.stringMatching(/^cli-/)]);
  });

  it.each([
    ['is a page of a proxy', 'text/html', '<html>Welcome</html>'],
    ['is broken JSON', 'application/json', '{"items":'],
  ])('is one whose answer %s: a sentence with exit status 5', async (_, type, body) => {
    const url = await serverAt((__, response) => response.writeHead(200, { 'Content-Type': type }).end(body));
    for (const command of [['reserve', '--cores', '1'], ['reservations']]) {
      const { status, stderr } = await headroom(['--url', url, ...command], { columns: 100 });
      expect([status, stderr]).toEqual([5, expect.stringMatching(/^headroom: no answer from .+\n/)]);
    }
  });

  it('is found again after half of its answer, without a second effect', async () => {
    const own = newZone();
    await service.provider({ cores: 8 }, { zone: own });
    let answered = 0;
    const url = await proxyOf((response, status, body) => {
      answered += 1;
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      if (answered > 1) return response.end(body);
      response.write(body.slice(0, 10));
      return setTimeout(() => response.destroy(), 50);
    });
    expect(await headroom(['--url', url, 'reserve', '-z', own, '--cores', '3'])).toMatchObject({ status: 0 });
    expect((await headroom(['reservations', '-z', own])).json).toHaveLength(1);
  });

  it('is not said of what only reads, nor of a refusal', async () => {
    const nowhere = ['--url', 'http://127.0.0.1:1'];
    for (const command of [['reservations'], ['find', '--for', '1d', '--cores', '1']]) {
      const { status, stderr } = await headroom([...nowhere, ...command], { columns: 100 });
      expect([status, stderr]).toEqual([5, expect.not.stringContaining('may have been done')]);
    }
    expect(keyIn(await headroom(['cancel', 'nothing'], { columns: 100 }))).toBe('');
    expect((await headroom(['cancel', 'nothing', '--idempotency-key', 'mit Leerzeichen'])).status).toBe(2);
  });
});
