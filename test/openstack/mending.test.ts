import { randomUUID } from 'node:crypto';
import { instance } from '../support/readings.js';
import { CLOUD, isThere, removeServer } from './cloud.js';
import { Journey } from './journey.js';

(isThere ? describe : describe.skip)('the service and a real OpenStack that disagree', () => {
  let on: Journey;
  beforeAll(async () => {
    on = await Journey.start();
  });
  afterEach(() => (on.gateway.state = 'up'));
  afterAll(() => on.stop());

  /** Boots a server as another user of the same tenant would. */
  const bootForeign = () => {
    const { image, flavor } = CLOUD;
    const whose = { instanceId: randomUUID(), deploymentId: 'another' };
    const request = { ...whose, name: 'headroom-other', image, flavor, networks: [], amounts: CLOUD.amounts };
    return on.driver.createServer(on.connection, request, new AbortController().signal);
  };

  it('notices a server that was deleted by another program, and ignores servers of others', async () => {
    const { provider, reservation } = await on.begin('behind');
    const [kept, lost] = [await on.bootUp(reservation), await on.bootUp(reservation)];
    const foreign = await bootForeign();
    const [server] = await on.serversOf(lost);
    await removeServer(on.driver, on.connection, server.serverId);
    const { body } = await on.service.http.post(`/providers/${provider}/reconcile`);
    expect(body).toMatchObject({ removed: [], lost: [lost], failed: [] });
    expect(await instance(on.service, lost)).toMatchObject({ state: 'error' });
    expect(await instance(on.service, kept)).toMatchObject({ state: 'active' });
    expect(await on.boot(reservation)).toMatchObject({ result: 'ok' });
    expect(await on.driver.findServer(on.connection, foreign)).toBeDefined();
    await on.sound();
  });

  it.each(['refusing', 'silent'] as const)('goes on when a platform that was %s is back', async (state) => {
    const { provider, reservation } = await on.begin(state);
    const old = await on.bootUp(reservation);
    on.gateway.state = state;
    await on.destroy(old);
    const young = (await on.boot(reservation))['instance-id'] as string;
    await on.untilProvider(provider, 'pending');
    const { status } = await on.service.http.post(`/providers/${provider}/reconcile`);
    expect(status).toBe(503);
    expect(await instance(on.service, old)).toMatchObject({ state: 'deleting' });
    expect(await instance(on.service, young)).toMatchObject({ state: 'pending' });
    on.gateway.state = 'up';
    await on.untilState(old, 'deleted');
    await on.untilState(young, 'active');
    expect(await on.serversOf(old)).toEqual([]);
    await on.untilProvider(provider, 'active');
    await on.sound();
  });
});
