import { discover, nextLook } from './discovery.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable, type Driver } from './drivers/driver.js';
import { ProviderConnection } from './provider-connection.js';

const target = {
  endpoint: 'http://cloud.example',
  username: 'operator',
  tenant: {},
  userDomainName: 'Default',
};
const connection = new ProviderConnection(target, 'secret');

function driverThat(discovers: Driver['discover']): Driver {
  const unused = (): Promise<never> => Promise.reject(new Error('not to be called'));
  return {
    type: 'simulated',
    discover: discovers,
    createServer: unused,
    findServer: unused,
    listServers: unused,
    deleteServer: unused,
  };
}

describe('discover', () => {
  it('returns the data of the platform', async () => {
    const discovery = { flavors: [], limits: {}, traits: {} };
    const outcome = await discover(
      driverThat(() => Promise.resolve(discovery)),
      connection,
    );
    expect(outcome).toEqual({ kind: 'discovered', discovery });
  });

  it.each([
    [new PlatformUnreachable('silence'), { kind: 'unreachable', reason: 'silence', pauseAsked: 0 }],
    [new PlatformUnreachable('busy', 9_999), { kind: 'unreachable', reason: 'busy', pauseAsked: 600 }],
    [new CredentialsRefused('no'), { kind: 'refused', code: 'credentials-refused', reason: 'no' }],
    [new PlatformRefused('no'), { kind: 'refused', code: 'platform-refused', reason: 'no' }],
  ])('takes %s for an outcome', async (error, expected) => {
    expect(
      await discover(
        driverThat(() => Promise.reject(error)),
        connection,
      ),
    ).toEqual(expected);
  });

  it('does not turn a defect into an outcome', async () => {
    const defect = driverThat(() => Promise.reject(new TypeError('a defect')));
    await expect(discover(defect, connection)).rejects.toThrow('a defect');
  });

  it('treats a timeout as unreachable, and aborts the driver', async () => {
    let stopped: AbortSignal | undefined;
    const silent = driverThat((_, signal) => {
      stopped = signal;
      return new Promise(() => undefined);
    });
    expect(await discover(silent, connection, 10)).toMatchObject({ kind: 'unreachable' });
    expect(stopped?.aborted).toBe(true);
  });
});

describe('nextLook', () => {
  it('waits twice as long each time, but five minutes at most', () => {
    expect([1, 2, 3, 6, 7, 8, 2000].map((attempts) => nextLook(100, attempts) - 100)).toEqual([
      5, 10, 20, 160, 300, 300, 300,
    ]);
  });

  it('waits as long as the platform asks, if that is longer', () => {
    expect([nextLook(100, 1, 60), nextLook(100, 6, 60)]).toEqual([160, 260]);
  });
});
