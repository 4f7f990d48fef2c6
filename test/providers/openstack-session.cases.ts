import { CredentialsRefused, PlatformUnreachable } from '../../src/providers/drivers/driver.js';
import { NetworkGuard } from '../../src/security/network-guard.js';
import { OpenstackCompute } from '../../src/providers/drivers/openstack-compute.js';
import { OpenstackHttp } from '../../src/providers/drivers/openstack-http.js';
import { OpenstackSessions } from '../../src/providers/drivers/openstack-sessions.js';
import { FakeOpenstack } from '../support/fake-openstack.js';
import { connectionTo } from './openstack-setup.js';

describe('the token of a session', () => {
  let cloud: FakeOpenstack;
  let http: OpenstackHttp;
  let sessions: OpenstackSessions;
  let now = 0;

  beforeEach(async () => {
    cloud = await FakeOpenstack.start();
    http = new OpenstackHttp(new NetworkGuard(['127.0.0.0/8'], 'PROVIDER_ALLOWED_NETWORKS'));
    sessions = new OpenstackSessions(http, () => now);
  });
  afterEach(async () => {
    await http.close();
    await cloud.stop();
  });

  const read = () => new OpenstackCompute(sessions.of(connectionTo(cloud.endpoint))).flavors();
  it('serves many calls, and calls at the same time share one login', async () => {
    await Promise.all([read(), read(), read()]);
    await read();
    expect(cloud.logins).toBe(1);
  });

  it.each([
    [3600, 3540],
    [40, 30],
  ])('that lives for %i s is renewed after %i s', async (life, renewal) => {
    cloud.tokenSeconds = life;
    await read();
    now += (renewal - 1) * 1000;
    await read();
    expect(cloud.logins).toBe(1);
    now += 1000;
    await read();
    expect(cloud.logins).toBe(2);
  });

  it('is renewed once when it is not honoured any more', async () => {
    await read();
    cloud.revokeTokens();
    await Promise.all([read(), read()]);
    expect(cloud.logins).toBe(2);
  });

  // Regression: a process called an address that the catalogue had no longer, for as long as its token lived.
  it('is renewed after a while if the addresses that came with it can not be reached', async () => {
    cloud.computeOrigin = 'http://127.0.0.1:1';
    await expect(read()).rejects.toThrow(PlatformUnreachable);
    cloud.computeOrigin = undefined;
    await expect(read()).rejects.toThrow(PlatformUnreachable);
    expect(cloud.logins).toBe(1);
    now += 61_000;
    await expect(read()).rejects.toThrow(PlatformUnreachable);
    await read();
    expect(cloud.logins).toBe(2);
  });

  it('is given up when a new one is not honoured either', async () => {
    cloud.intercept = ({ path }) => (path.startsWith('/compute') ? { status: 401 } : undefined);
    await expect(read()).rejects.toThrow(CredentialsRefused);
    expect(cloud.logins).toBe(2);
  });

  it('is not asked for again right after the password was refused, except by a new session', async () => {
    cloud.password = 'changed';
    await expect(read()).rejects.toThrow(CredentialsRefused);
    now += 29_000;
    await expect(read()).rejects.toThrow(CredentialsRefused);
    expect(cloud.logins).toBe(1);
    now += 1_000;
    await expect(read()).rejects.toThrow(CredentialsRefused);
    expect(cloud.logins).toBe(2);
    cloud.password = 'correct horse';
    await new OpenstackCompute(sessions.renewed(connectionTo(cloud.endpoint))).flavors();
    await read();
    expect(cloud.logins).toBe(3);
  });

  it('is asked for less and less often while the password is refused, at last every hour', async () => {
    const loginsInAnHour = async (): Promise<number> => {
      const before = cloud.logins;
      for (let minute = 0; minute < 60; minute++) {
        await expect(read()).rejects.toThrow(CredentialsRefused);
        now += 60_000;
      }
      return cloud.logins - before;
    };
    cloud.password = 'changed';
    expect([await loginsInAnHour(), await loginsInAnHour(), await loginsInAnHour()]).toEqual([5, 1, 1]);
    const renewed = new OpenstackCompute(sessions.renewed(connectionTo(cloud.endpoint)));
    await expect(renewed.flavors()).rejects.toThrow(CredentialsRefused);
    expect(await loginsInAnHour()).toBe(0);
    cloud.password = 'correct horse';
    await read();
  });

  it('is asked for soon again after a refusal that follows a login', async () => {
    cloud.password = 'changed';
    await expect(read()).rejects.toThrow(CredentialsRefused);
    cloud.password = 'correct horse';
    now += 30_000;
    await read();
    cloud.password = 'changed';
    cloud.revokeTokens();
    await expect(read()).rejects.toThrow(CredentialsRefused);
    cloud.password = 'correct horse';
    now += 30_000;
    await read();
  });

  it('is not shared between different passwords', async () => {
    await read();
    const stranger = sessions.of(connectionTo(cloud.endpoint, {}, 'guess'));
    await expect(new OpenstackCompute(stranger).flavors()).rejects.toThrow(CredentialsRefused);
  });
});
