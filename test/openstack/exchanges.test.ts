import { CLOUD, isThere } from './cloud.js';
import { askAll, NAME, type Ask, type Asked } from './exchanges.js';
import { differences, readRecordings, writeRecordings } from './recordings.js';

const PATIENCE_MS = 30_000;
const GROUPS = '/os-server-groups';

(isThere ? describe : describe.skip)('the answers of a real OpenStack', () => {
  let cleanUp = (): Promise<void> => Promise.resolve();
  let group: string | undefined;
  afterAll(() => cleanUp());

  const settle: Asked['settle'] = async (ask, id) => {
    cleanUp = () => removeAll(ask, group);
    const deadline = Date.now() + PATIENCE_MS;
    while ((await ask(`/servers/${id}`)).content.server.status === 'BUILD') {
      if (Date.now() > deadline) throw new Error(`server ${id} does not come up`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };

  /** Two servers that must not share a host. On a cloud with one host, the second does not start. */
  const failing: Asked['failing'] = async (ask) => {
    const wanted = { server_group: { name: NAME, policies: ['anti-affinity'] } };
    const made = await ask(GROUPS, { method: 'POST', body: wanted, isAside: true });
    group = made.content.server_group.id;
    const beside = { 'os:scheduler_hints': { group } };
    const server = { name: NAME, imageRef: CLOUD.image, flavorRef: CLOUD.flavor };
    const first = await ask('/servers', { method: 'POST', body: { server, ...beside }, isAside: true });
    await settle(ask, first.content.server.id);
    return beside;
  };

  it('match the recorded ones, with which the fake is compared', async () => {
    const seen = await askAll({ ...CLOUD, tenant: CLOUD.tenant.name, settle, failing });
    if (process.env.OPENSTACK_RECORD === '1') writeRecordings(seen);
    expect(differences(readRecordings(), seen)).toEqual([]);
  });
});

async function removeAll(ask: Ask, group?: string): Promise<void> {
  if (group) await ask(`${GROUPS}/${group}`, { method: 'DELETE', isAside: true });
  const { content } = await ask(`/servers/detail?name=^${NAME}$`, { isAside: true });
  for (const { id } of content.servers) await ask(`/servers/${id}`, { method: 'DELETE', isAside: true });
}
