export type Fetch = (request: Request) => Promise<Response>;

/** A timer with a longer delay fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Runs the callback after a delay, which may be infinite. */
export function startTimer(callback: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
}

/**
 * Sends a copy of a request, whose body can be read once, and reads its answer to the end.
 *
 * The runtime holds signals and requests weakly: without a strong reference a garbage collection drops them, and the abort
 * has no effect. The timer is a garbage collection root, so its callback holds all of them until the attempt has settled.
 */
export function attempt(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const controller = new AbortController();
  const sent = new Request(request.clone(), { signal: controller.signal });
  return new Promise<Response>((resolve, reject) => {
    // Rejects by itself: a `fetch` may ignore its signal.
    const stop = (reason: Error, { signal }: Request): void => {
      if (!signal.aborted) controller.abort(reason);
      reject(reason);
    };
    const abort = (): void => stop(request.signal.reason as Error, sent);
    const timer = startTimer(
      () => stop(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'), sent),
      timeoutMs,
    );
    request.signal.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', abort);
    };
    if (request.signal.aborted) abort();
    answerTo(sent, fetch).finally(settle).then(resolve, reject);
  });
}

/** The answer with its body in memory: a connection can break after the head of an answer. */
async function answerTo(request: Request, fetch: Fetch): Promise<Response> {
  const response = await fetch(request);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}
