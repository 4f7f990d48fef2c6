import { ProblemError, UnreachableError } from './problem.js';
import { retryAfterMs, retrying } from './retry.js';

const NO_PAUSE = { pauseMs: 0 };

interface Sent {
  readonly key: string | null;
  readonly body: string;
}

/** Answers one after the other; an error is thrown. The last one repeats. */
function server(...answers: readonly (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.text() });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { sent, fetch };
}

const post = (headers: Record<string, string> = {}): Request =>
  new Request('http://service.example/create-reservation', { method: 'POST', body: '{"a":1}', headers });
const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: code, headers });

describe('a request that is retried', () => {
  it.each([429, 502, 503, 504])('is sent again after a %d, with the same body and key', async (code) => {
    const { sent, fetch } = server(status(code), status(200));
    expect((await retrying(fetch, NO_PAUSE)(post())).status).toBe(200);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), body: '{"a":1}' });
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each([200, 400, 404, 409, 500])('is not sent again after a %d', async (code) => {
    const { sent, fetch } = server(status(code));
    expect((await retrying(fetch, NO_PAUSE)(post())).status).toBe(code);
    expect(sent).toHaveLength(1);
  });

  it('is sent again when the connection broke', async () => {
    const { sent, fetch } = server(new TypeError('fetch failed'), status(200));
    expect((await retrying(fetch, NO_PAUSE)(post())).status).toBe(200);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('has the key of the caller where there is one, and none when it only reads', async () => {
    const { sent, fetch } = server(status(200));
    await retrying(fetch)(post({ 'Idempotency-Key': 'mine' }));
    await retrying(fetch)(new Request('http://service.example/reservations'));
    expect(sent.map(({ key }) => key)).toEqual(['mine', null]);
  });

  it('is given up after the last attempt: the answer, or an error that names the service', async () => {
    const busy = server(status(503));
    expect((await retrying(busy.fetch, { ...NO_PAUSE, attempts: 3 })(post())).status).toBe(503);
    expect(busy.sent).toHaveLength(3);
    const gone = server(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
    const given = retrying(gone.fetch, { ...NO_PAUSE, attempts: 2 })(post());
    await expect(given).rejects.toThrow('no answer from http://service.example: connect ECONNREFUSED');
    await expect(given).rejects.toBeInstanceOf(UnreachableError);
  });

  it('does not wait for a Retry-After that is longer than its limit', async () => {
    const { sent, fetch } = server(status(503, { 'Retry-After': '3600' }));
    expect((await retrying(fetch, NO_PAUSE)(post())).status).toBe(503);
    expect(sent).toHaveLength(1);
  });

  it('ends with its signal, also in a pause', async () => {
    const { fetch } = server(status(503));
    const controller = new AbortController();
    const request = new Request(post(), { signal: controller.signal });
    const given = retrying(fetch, { pauseMs: 60_000 })(request);
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(given).rejects.toThrow('enough');
  });

  it('has so much time for an attempt', async () => {
    const fetch = (request: Request): Promise<Response> =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    const given = retrying(fetch, { attempts: 1, timeoutMs: 1 })(post());
    await expect(given).rejects.toBeInstanceOf(UnreachableError);
  });

  it('has more time for a report', async () => {
    const fetch = async ({ signal }: Request): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      signal.throwIfAborted();
      return status(200);
    };
    const send = retrying(fetch, { attempts: 1, timeoutMs: 40 });
    await expect(send(new Request('http://service.example/zones'))).rejects.toBeInstanceOf(UnreachableError);
    expect((await send(new Request('http://service.example/reports/usage?by=zone'))).status).toBe(200);
  });
});

describe('the options of retries', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  // Regression: an undefined member replaced its default, so attempts had no end.
  it('have their default where a member is undefined', async () => {
    const { sent, fetch } = server(status(503));
    const none = { attempts: undefined, pauseMs: undefined, maxPauseMs: undefined, timeoutMs: undefined };
    const given = retrying(fetch, none)(post());
    await jest.advanceTimersByTimeAsync(200);
    expect(sent).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await given).status).toBe(503);
    expect(sent).toHaveLength(4);
  });

  // Regression: timers above 2^31-1 ms fire at once.
  it.each([Infinity, 3e9, 1e9])('give an attempt at a report a time of %d ms', async (timeoutMs) => {
    const fetch = () => new Promise<Response>((resolve) => setTimeout(() => resolve(status(200)), 10_000));
    const report = new Request('http://service.example/reports/usage');
    const given = retrying(fetch, { attempts: 1, timeoutMs })(report);
    const settled = jest.fn();
    given.then(settled, settled);
    await jest.advanceTimersByTimeAsync(5000);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(5000);
    expect((await given).status).toBe(200);
  });

  it('let a Retry-After be as long as it likes', async () => {
    const { sent, fetch } = server(status(503, { 'Retry-After': '3000000' }), status(200));
    void retrying(fetch, { maxPauseMs: Infinity })(post());
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2030-06-01T10:00:00Z');

  it.each([
    ['7', 7000],
    ['Sat, 01 Jun 2030 10:00:09 GMT', 9000],
    ['Sat, 01 Jun 2030 09:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('a problem', () => {
  it('has its code, detail and offer at hand', () => {
    const offer = { maxCapacity: { cores: 2 } };
    const problem = {
      type: 't',
      title: 'Full',
      status: 409,
      detail: 'too much',
      code: 'capacity-insufficient',
      offer,
    };
    const error = new ProblemError(409, problem);
    expect(error).toMatchObject({ message: 'too much', code: 'capacity-insufficient', offer, status: 409 });
  });
});
