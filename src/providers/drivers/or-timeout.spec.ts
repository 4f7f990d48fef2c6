import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { orTimeout } from './or-timeout.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('orTimeout', () => {
  it('fires after its time, also when garbage was collected meanwhile', async () => {
    const fired = once(orTimeout(new AbortController().signal, 100), 'abort');
    await pause(10);
    collectGarbage();
    const isInTime = await Promise.race([fired.then(() => true), pause(1_000, false, { ref: false })]);
    expect(isInTime).toBe(true);
  });

  it('fires with the given signal', () => {
    const given = new AbortController();
    const signal = orTimeout(given.signal, 60_000);
    given.abort();
    expect(signal.aborted).toBe(true);
  });
});
