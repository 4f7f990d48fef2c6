import { availableCores } from '../support/readings.js';
import { CLOUD, isThere } from './cloud.js';
import { Journey } from './journey.js';

(isThere ? describe : describe.skip)('the whole service on a real OpenStack', () => {
  let on: Journey;
  beforeAll(async () => {
    on = await Journey.start();
  });
  afterAll(() => on.stop());

  it('refuses a provider whose password is refused, and does not show the password', async () => {
    const answer = await on.register('refused', { password: 'wrong-and-secret' });
    expect(answer).toMatchObject({ result: 'error' });
    expect(JSON.stringify(answer)).not.toContain('wrong-and-secret');
    const { body } = await on.service.http.get('/providers');
    expect(JSON.stringify(body)).not.toContain('refused');
  });

  it('boots inside a reservation, refuses what is beyond, and removes what is destroyed', async () => {
    const { provider, reservation } = await on.begin('inside');
    const { body } = await on.service.http.get(`/providers/${provider}`);
    expect(JSON.stringify(body)).toContain(`"${CLOUD.flavor}"`);
    const ids = [await on.bootUp(reservation), await on.bootUp(reservation)];
    for (const id of ids) expect(await on.serversOf(id)).toMatchObject([{ state: 'active' }]);
    expect(await on.boot(reservation)).toMatchObject({ result: 'conflict' });
    expect(await on.servers()).toHaveLength(2);
    expect(await availableCores(on.service, 'inside')).toBe(2);
    for (const id of ids) expect(await on.destroy(id)).toMatchObject({ result: 'ok' });
    for (const id of ids) await on.untilState(id, 'deleted');
    expect(await on.servers()).toEqual([]);
    await on.sound();
  });

  it('removes the servers of a reservation that has ended', async () => {
    const { reservation } = await on.begin('ended', 3_600);
    const id = await on.bootUp(reservation);
    on.service.clock.advance(3_600);
    await on.untilState(id, 'deleted');
    expect(await on.serversOf(id)).toEqual([]);
    expect(await availableCores(on.service, 'ended')).toBe(4);
    await on.sound();
  });

  it('says why a server could not be created, and gives its capacity back', async () => {
    const { reservation } = await on.begin('unheard');
    const image = '22222222-2222-4222-8222-222222222222';
    const { 'instance-id': id } = await on.boot(reservation, { image });
    const failed = await on.untilState(id as string, 'error');
    expect(failed.failure).toContain('the compute service answers 400');
    expect(await availableCores(on.service, 'unheard')).toBe(2);
    await on.sound();
  });
});
