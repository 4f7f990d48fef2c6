import { Interruption } from '../../cli/src/interruption.js';
import { headroom } from './command-line.js';
import { serverAt } from './proxies.js';

/** Runs a command at a service that never answers, and sends it a signal. */
async function interrupted(name: string, ...args: string[]) {
  const controller = new AbortController();
  const url = await serverAt(() => controller.abort(new Interruption(name)));
  return headroom(['--url', url, ...args], { signal: controller.signal, columns: 100 });
}

describe('a signal', () => {
  const reserve = ['reserve', '--cores', '1'];

  it.each([
    ['SIGINT', reserve, 130],
    ['SIGTERM', reserve, 143],
    ['SIGINT', ['show', '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11'], 130],
    ['SIGINT', ['reservations', '--watch'], 0],
    ['SIGTERM', ['listen', 'reservations', '--poll'], 0],
  ])('%s ends %j with %d, also at a service that hangs', async (name, args, status) => {
    expect(await interrupted(name, ...args)).toMatchObject({ status, stdout: '' });
  });
});
