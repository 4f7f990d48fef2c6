import type { ServerState } from '../providers/drivers/driver.js';
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
});
