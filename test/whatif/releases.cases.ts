import { boot, fromNow, reservation, reserve, reserved, statesOf } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const DRY = { 'dry-run': true };
const DAY = 86_400;

describe('a dry run of what frees capacity', () => {
  const day = (): [undefined, string] => [undefined, fromNow(service, DAY)];
  const available = async (zone: string): Promise<number> => {
    const answer = await service.operation('query-capacity', { zone });
    return answer.utilization[0].capacity.cores as number;
  };

  /** A zone with ten cores, all taken. A reservation of 2 is in conflict, and one of 3 waits. */
  async function crowded() {
    const zone = newZone();
    const { provider, pool } = await service.provider({ cores: 12, ram: 4096, instances: 9 }, { zone });
    const blocker = await reserved(service, zone, day(), { cores: 10 });
    const lost = await reserved(service, zone, day(), { cores: 2 });
    const less = { source: provider, capacity: { cores: 2 }, force: true };
    expect(await service.operation('decrease-capacity', less)).toMatchObject({ displaced: [lost] });
    const waiting = await reserved(service, zone, day(), { cores: 3 }, { wait: true });
    const unchanged = async () => {
      expect(await statesOf(service, [blocker, lost, waiting])).toEqual(['active', 'conflict', 'waiting']);
    };
    return { zone, provider, pool, blocker, lost, waiting, unchanged };
  }

  it('W20 says of increase, update and cancel which reservations they would admit', async () => {
    const { provider, blocker, lost, waiting, unchanged } = await crowded();
    const admits = { result: 'ok', ...DRY, 'admitted-again': [lost], admitted: [waiting] };
    const named = { 'reservation-id': blocker, ...DRY };
    const increase = { source: provider, capacity: { cores: 5 }, ...DRY };
    expect(await service.operation('increase-capacity', increase)).toMatchObject(admits);
    expect(await service.operation('update-reservation', { ...named, capacity: { cores: 5 } })).toMatchObject(
      admits,
    );
    expect(await service.operation('cancel-reservation', named)).toMatchObject(admits);
    const { body } = await service.http.delete(`/reservation/compute/${blocker}?dryRun=true`).expect(200);
    expect(body).toEqual({
      reservationId: blocker,
      dryRun: true,
      admittedAgain: [lost],
      admitted: [waiting],
    });
    await unchanged();
  });

  it('W21 of destroy-instance destroys none', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 1, ram: 4096, instances: 9 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const waiting = await reserved(service, zone, day(), { cores: 1 }, { wait: true });
    for (const asked of [DRY, { dryRun: 'true' }]) {
      expect(await service.operation('destroy-instance', { 'instance-id': instance, ...asked })).toEqual({
        result: 'ok',
        message: 'instance destroyed and resource released back to pool',
        ...DRY,
        admitted: [waiting],
      });
    }
    expect((await service.http.get(`/instances/${instance}`)).body.state).not.toBe('deleting');
    expect(await statesOf(service, [waiting])).toEqual(['waiting']);
    const unknown = { 'instance-id': '01900000-0000-7000-8000-000000000000', ...DRY };
    expect(await service.operation('destroy-instance', unknown)).toMatchObject({ result: 'error', ...DRY });
  });

  it('W22 of the end of a pool entry ends none, and says what it would do', async () => {
    const zone = newZone();
    const { pool } = await service.provider({ cores: 4 }, { zone });
    const id = await reserved(service, zone, day(), { cores: 4 });
    const end = (query: string) => service.http.delete(`/pools/${pool}?${query}`);
    const refused = await end('dryRun=true').expect(409);
    expect(refused.body).toMatchObject({ code: 'capacity-insufficient', dryRun: true });
    const { body } = await end('dry-run=true&force=true').expect(200);
    expect(body).toMatchObject({ pool: { poolId: pool }, dryRun: true, moved: [], inConflict: [id] });
    expect(await statesOf(service, [id])).toEqual(['active']);
    expect((await service.http.get(`/pools/${pool}`)).body).not.toHaveProperty('ended');
  });

  it('W23 of a withdrawal takes nothing away', async () => {
    const { zone, provider, blocker, unchanged } = await crowded();
    const { body } = await service.http
      .post(`/providers/${provider}/withdraw`)
      .send({ dryRun: true })
      .expect(200);
    expect(body).toMatchObject({ withdrawn: { cores: 10 }, dryRun: true, inConflict: [blocker] });
    await unchanged();
    expect(await available(zone)).toBe(0);
  });

  it('W24 of a retirement retires none', async () => {
    const { provider } = await crowded();
    const used = await service.http.delete(`/providers/${provider}?dryRun=true`).expect(409);
    expect(used.body).toMatchObject({ code: 'provider-in-use', dryRun: true });
    const free = await service.provider({ cores: 1 }, { zone: newZone() });
    const { body } = await service.http.delete(`/providers/${free.provider}?dryRun=true`).expect(200);
    expect(body).toEqual({ providerId: free.provider, dryRun: true, pools: [free.pool] });
    expect((await service.http.get(`/providers/${free.provider}`)).body.state).toBe('active');
  });

  it('W25 is refused where there is none, and nothing is done', async () => {
    const registration = {
      'provider-type': 'simulated',
      endpoint: 'http://dry.example:5000/v3',
      username: 'operator',
      password: 'secret',
      zone: newZone(),
      ...DRY,
    };
    expect(await service.operation('add-provider', registration)).toMatchObject({
      result: 'error',
      message: 'dry-run is not known here: there is no dry run of it',
    });
    await service.http.get(`/zones/${registration.zone}`).expect(404);
    const misspelled = { ...registration, 'dry-run': undefined, dry_run: true };
    expect(await service.operation('add-provider', misspelled)).toMatchObject({
      result: 'error',
      message: 'dry_run is not known here: there is no dry run of it',
    });
    const zone = newZone();
    await service.provider({ cores: 4 }, { zone });
    const held = await reserved(service, zone, day(), { cores: 1 }, { hold: 60 });
    const confirm = { 'reservation-id': held, ...DRY };
    expect(await service.operation('confirm-reservation', confirm)).toMatchObject({ result: 'error' });
    const cancel = { 'reservation-id': held, DRY_RUN: true };
    expect(await service.operation('cancel-reservation', cancel)).toMatchObject({
      result: 'error',
      message: 'DRY_RUN is not known here: it is called dry-run',
    });
    expect(await statesOf(service, [held])).toEqual(['held']);
  });

  it('W26 of a hold says until when it would last', async () => {
    const zone = newZone();
    await service.provider({ cores: 4 }, { zone });
    const answer = await reserve(service, zone, day(), { cores: 1 }, { hold: 60, ...DRY });
    expect(answer).toMatchObject({ result: 'ok', ...DRY, 'held-until': fromNow(service, 60) });
    const held = await reserved(service, zone, day(), { cores: 1 }, { hold: 60 });
    const change = { 'reservation-id': held, capacity: { cores: 2 }, ...DRY };
    const changed = await service.operation('update-reservation', change);
    expect(changed).toMatchObject({ result: 'ok', ...DRY, 'held-until': fromNow(service, 60) });
  });

  it('W27 of an update of a waiting one is answered like the real one', async () => {
    const { waiting } = await crowded();
    const change = { 'reservation-id': waiting, capacity: { cores: 4 } };
    const dry = await service.operation('update-reservation', { ...change, ...DRY });
    expect(dry).toMatchObject({ result: 'ok', state: 'waiting' });
    expect(await service.operation('update-reservation', change)).toEqual({
      result: 'ok',
      message: 'reservation update successful',
      state: 'waiting',
    });
    expect(await reservation(service, waiting)).toMatchObject({ capacity: { cores: 4 } });
  });
});
