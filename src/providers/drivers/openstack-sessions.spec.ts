import { ProviderConnection } from '../provider-connection.js';
import type { OpenstackHttp } from './openstack-http.js';
import { OpenstackSessions } from './openstack-sessions.js';

function connectionOf(number: number): ProviderConnection {
  const target = {
    endpoint: `http://cloud-${number}.example`,
    username: 'operator',
    tenant: {},
    userDomainName: 'Default',
  };
  return new ProviderConnection(target, 'secret');
}

// Regression: a session in use was forgotten, and with it how often its password had been refused.
it('keeps the sessions that are in use', () => {
  const sessions = new OpenstackSessions({} as OpenstackHttp, () => 0);
  const [first, second] = [sessions.of(connectionOf(0)), sessions.of(connectionOf(1))];
  for (let number = 2; number < 300; number += 1) {
    sessions.of(connectionOf(number));
    expect(sessions.of(connectionOf(0))).toBe(first);
  }
  expect(sessions.of(connectionOf(1))).not.toBe(second);
});
