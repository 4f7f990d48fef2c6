import { Caller } from '../support/calls.js';
import { DatabaseProxy, isAppend } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';

/** A client without an answer in time repeats its request to another process, while the first process still decides. */
describe('a request repeated under its key while another process decides it', () => {
  let other: RunningService;
  let proxy: DatabaseProxy;
  let service: RunningService;
  let callers: readonly [Caller, Caller];
  beforeAll(async () => {
    other = await startService();
    proxy = await DatabaseProxy.start(other.database.url);
    const database = { url: proxy.url, drop: () => Promise.resolve() };
    service = await startService({ database, clock: other.clock });
    callers = [new Caller(service.baseUrl), new Caller(other.baseUrl)];
  });
  afterAll(async () => {
    for (const caller of callers) caller.close();
    await service.stop();
    await proxy.stop();
    await other.stop();
  });

  /** Both answers. The second request is sent and answered just before the first one is stored. */
  async function twice(
    key: string,
    body: object,
    before?: () => Promise<unknown>,
  ): Promise<readonly object[]> {
    const ask = async (caller: Caller) =>
      (await caller.post('/create-reservation', body, { 'Idempotency-Key': key })).body;
    let isFirst = true;
    const second = new Promise<object>((resolve, reject) => {
      proxy.intercept = (chunk, link) => {
        if (!isFirst || !isAppend(chunk)) return false;
        isFirst = false;
        Promise.resolve(before?.())
          .then(() => ask(callers[1]))
          .finally(() => link.forward(chunk))
          .then(resolve, reject);
        return true;
      };
    });
    return Promise.all([ask(callers[0]), second]);
  }

  it('gets the answer of the other process, although other zones would refuse it', async () => {
    await other.provider({ cores: 10 }, { zone: 'roomy' });
    await other.provider({ cores: 1 }, { zone: 'tight' });
    const [first, second] = await twice('two-zones', { capacity: { cores: 4 } });
    expect(second).toMatchObject({ result: 'ok' });
    expect(first).toEqual(second);
  });

  it('gets the answer of the other process, although both find room in different zones', async () => {
    const traits = { cpuArchitecture: 'riscv' };
    for (const zone of ['left', 'right']) await other.provider({ cores: 5 }, { zone, traits });
    const [first, second] = await twice('any-zone', { capacity: { cores: 4 }, traits }, () =>
      other.provider({ cores: 8 }, { zone: 'right', traits }),
    );
    expect(second).toMatchObject({ result: 'ok' });
    expect(first).toEqual(second);
    const made = (await other.http.get('/reservations?limit=100')).body.items;
    const held = made.filter(({ zone }: any) => zone === 'left' || zone === 'right');
    expect(held.map(({ zone }: any) => zone)).toEqual(['right']);
  });

  it('gets the answer of the other process, although its own repetition has taken the room', async () => {
    await other.provider({ cores: 4 }, { zone: 'full' });
    const [first, second] = await twice('one-zone', { zone: 'full', capacity: { cores: 4 } });
    expect(second).toMatchObject({ result: 'ok' });
    expect(first).toEqual(second);
  });
});
