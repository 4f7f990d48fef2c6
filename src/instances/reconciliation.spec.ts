import type { InstanceRecord } from '../allocation/admission/records.js';
import { byAge, type ServerState } from '../providers/drivers/driver.js';
import { newId } from '../kernel/identifiers.js';
import { compare } from './reconciliation.js';

describe('a reconciliation', () => {
  const server: ServerState = {
    serverId: 's1',
    instanceId: newId(),
    deploymentId: 'here',
    state: 'active',
    createdAt: 0,
  };

  it.each([
    [true, [server]],
    [false, []],
  ])('with all records: %s, finds %j unneeded: a record out of reach may need it', (isComplete, unneeded) => {
    const seen = { providerId: newId(), deploymentId: 'here', servers: [server], live: [], now: 1_000 };
    expect(compare({ ...seen, records: new Map(), isComplete }).unneeded).toEqual(unneeded);
  });

  it.each<[string, Partial<InstanceRecord>, Partial<ServerState>, boolean]>([
    ['an old one of a pending instance', {}, {}, true],
    ['a new one of a pending instance', {}, { createdAt: 950 }, false],
    ['one that failed', {}, { state: 'error' }, false],
    ['a new one of an instance that is being removed', { state: 'deleting' }, { createdAt: 950 }, true],
    [
      'one that failed, of an instance that is being removed',
      { state: 'deleting' },
      { state: 'error' },
      true,
    ],
    ['one of an instance that knows its server', { serverId: 's0' }, {}, false],
    ['one of an instance without work left', { dueAt: undefined }, {}, false],
    ['one of another provider', { providerId: newId() }, {}, false],
    ['one of another deployment', {}, { deploymentId: 'there' }, false],
  ])('claims %s as its server says: %j %j, %s', (_, differently, otherwise, isClaimed) => {
    const providerId = newId();
    const pending = { id: server.instanceId, providerId, state: 'pending', dueAt: 0, ...differently };
    const instance = pending as InstanceRecord;
    const seen = { providerId, deploymentId: 'here', isComplete: true, live: [], now: 1_000 };
    const newer = { ...server, serverId: 's2', createdAt: 900 };
    const servers = isClaimed ? [newer, { ...server, ...otherwise }] : [{ ...server, ...otherwise }];
    const { unclaimed } = compare({ ...seen, servers, records: new Map([[instance.id, instance]]) });
    const oldest = servers.toSorted(byAge)[0].serverId;
    expect(unclaimed).toEqual(isClaimed ? [{ instance, instanceId: instance.id, serverId: oldest }] : []);
  });
});
