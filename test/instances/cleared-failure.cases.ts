import { eventually } from '../support/eventually.js';
import type { FakeRequest } from '../support/fake-openstack.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { boot, fromNow, instance, reserve } from '../support/readings.js';
import { openstackCloud, type OpenstackCloud } from './clouds.js';

const AMOUNTS = { cores: 1, ram: 512, instances: 1 };
/** What the worker stores once a server is up. */
const MARK_ACTIVE = `
update instances
   set state = 'active', server_id = 's1', failure = null, attempts = 0, due_at = null, leased_until = null
 where id = $1`;

const isCreation = ({ method, path }: FakeRequest): boolean => method === 'POST' && path.endsWith('/servers');

describe('a failure to create a server', () => {
  let cloud: OpenstackCloud;
  let reservation: string;
  let id: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    const { service } = cloud;
    await service.provider(AMOUNTS, { ...cloud.registration, zone: 'z1' });
    const held = await reserve(service, 'z1', [undefined, fromNow(service, 600)], AMOUNTS);
    reservation = held['reservation-id'] as string;
    cloud.fake.intercept = (request) => (isCreation(request) ? { status: 500 } : undefined);
    id = (await boot(service, { 'reservation-id': reservation }))['instance-id'] as string;
    await eventually(async () => expect((await instance(service, id)).failure).toMatch(/500/));
  });
  afterEach(() => cloud.stop());

  it('does not come back with an extension that was decided before the server was up', async () => {
    const { service } = cloud;
    const extension = { 'reservation-id': reservation, end: fromNow(service, 900) };
    const answer = await onServer(service.database.url, async (worker) => {
      await worker.query('begin');
      await worker.query(MARK_ACTIVE, [id]);
      const answered = service.operation('update-reservation', extension);
      await untilLockIsAwaited(service.database.url);
      await worker.query('commit');
      return answered;
    });
    expect(answer).toMatchObject({ result: 'ok' });
    const extended = await instance(service, id);
    expect(extended).toMatchObject({ state: 'active', end: extension.end });
    expect(extended.failure).toBeUndefined();
  });

  it('is not the reason why the server is not removed yet', async () => {
    const { service } = cloud;
    await service.operation('destroy-instance', { 'instance-id': id });
    const { state, failure } = await instance(service, id);
    expect(['deleting', 'deleted']).toContain(state);
    expect(failure).toBeUndefined();
  });
});
