import { Client } from 'pg';
import {
  availableCores,
  boot,
  capacityAt,
  fromNow,
  hour,
  reservation,
  reserve,
  reserved,
  statesOf,
} from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

describe('restoration of reservations in conflict', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const change = (direction: 'increase' | 'decrease', source: string, cores: number, window: object = {}) =>
    service.operation(`${direction}-capacity`, { source, capacity: { cores }, force: true, ...window });
  const made = (zone: string, cores: number, start: 'now' | 'later' = 'later') =>
    reserved(service, zone, [start === 'now' ? undefined : hour(8), hour(10)], { cores });
  const states = (...ids: string[]) => statesOf(service, ids);

  it('follows the return of capacity, oldest first', async () => {
    const { provider } = await service.provider({ cores: 9 }, { zone: 'oldest' });
    const ids = [await made('oldest', 3), await made('oldest', 3), await made('oldest', 3)];
    await change('decrease', provider, 9);
    expect(await states(...ids)).toEqual(['conflict', 'conflict', 'conflict']);
    await change('increase', provider, 4);
    expect(await states(...ids)).toEqual(['initialized', 'conflict', 'conflict']);
    await change('increase', provider, 5);
    expect(await states(...ids)).toEqual(['initialized', 'initialized', 'initialized']);
    expect(await availableCores(service, 'oldest', hour(8))).toBe(0);
  });

  it('does not hold up those that fit behind one that does not', async () => {
    const { provider } = await service.provider({ cores: 9 }, { zone: 'behind' });
    const ids = [await made('behind', 7), await made('behind', 2)];
    await change('decrease', provider, 9);
    await change('increase', provider, 3);
    expect(await states(...ids)).toEqual(['conflict', 'initialized']);
  });

  it.each(['cancel', 'shrink', 'destroy'])('follows room that others make: %s', async (how) => {
    const { provider } = await service.provider({ cores: 4, ram: 8192, instances: 8 }, { zone: how });
    const capacity = { cores: 2, ram: 1024, instances: 2 };
    const first = await reserved(service, how, [undefined, hour(10)], capacity);
    const booted = (await boot(service, { 'provider-id': provider }))['instance-id'];
    const last = await made(how, 1, 'now');
    await change('decrease', provider, 1);
    expect(await states(first, last)).toEqual(['active', 'conflict']);
    if (how === 'cancel') await service.operation('cancel-reservation', { 'reservation-id': first });
    if (how === 'shrink')
      await service.operation('update-reservation', { 'reservation-id': first, capacity: { cores: 1 } });
    if (how === 'destroy') await service.operation('destroy-instance', { 'instance-id': booted });
    expect(await states(last)).toEqual(['active']);
  });

  it('follows the end of the loss without any request', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'passes' });
    const id = await made('passes', 4, 'now');
    await change('decrease', provider, 1, { end: fromNow(service, 600) });
    expect(await states(id)).toEqual(['conflict']);
    service.clock.advance(600);
    await eventually(async () => expect(await states(id)).toEqual(['active']));
    expect(await availableCores(service, 'passes')).toBe(0);
  });

  it('comes before requests that arrive when the loss has ended', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'first' });
    const id = await made('first', 10, 'now');
    await change('decrease', provider, 10, { end: fromNow(service, 100) });
    expect(await states(id)).toEqual(['conflict']);
    service.clock.advance(100);
    const newcomer = await reserve(service, 'first', [undefined, fromNow(service, 3_600)], { cores: 1 });
    expect(newcomer).toMatchObject({ result: 'conflict' });
    expect(await states(id)).toEqual(['active']);
  });

  it('follows an update that asks for less, and one that asks for another time', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'asks' });
    const [less, later] = [await made('asks', 2), await made('asks', 2)];
    await change('decrease', provider, 4, { start: hour(8), end: hour(10) });
    await change('increase', provider, 1, { start: hour(8), end: hour(10) });
    expect(await states(less, later)).toEqual(['conflict', 'conflict']);
    const update = (id: string, members: object) =>
      service.operation('update-reservation', { 'reservation-id': id, ...members });
    expect(await update(less, { capacity: { cores: 1 } })).toMatchObject({ result: 'ok' });
    expect(await update(later, { start: hour(10), end: hour(12) })).toMatchObject({ result: 'ok' });
    expect(await states(less, later)).toEqual(['initialized', 'initialized']);
  });

  it('never lets a newcomer in before one that fits', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'first' });
    const id = await made('first', 4);
    await change('decrease', provider, 4);
    const [returned, newcomer] = await Promise.all([
      change('increase', provider, 4),
      reserve(service, 'first', [hour(8), hour(10)], { cores: 4 }),
    ]);
    expect([returned.result, newcomer.result]).toEqual(['ok', 'conflict']);
    expect(await states(id)).toEqual(['initialized']);
  });

  it('holds what instances use all the while, and the rest again afterwards', async () => {
    const { provider } = await service.provider({ cores: 4, ram: 8192, instances: 8 }, { zone: 'partly' });
    const capacity = { cores: 4, ram: 2048, instances: 4 };
    const id = await reserved(service, 'partly', [undefined, hour(10)], capacity);
    await boot(service, { 'reservation-id': id });
    await change('decrease', provider, 2);
    expect(await states(id)).toEqual(['conflict']);
    expect(await capacityAt(service, 'partly')).toEqual({ cores: 1, ram: 7680, instances: 7 });
    await change('increase', provider, 2);
    expect(await states(id)).toEqual(['active']);
    expect(await capacityAt(service, 'partly', undefined, 'reserved')).toEqual({
      cores: 3,
      ram: 1536,
      instances: 3,
    });
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
  });

  it('can be cancelled instead', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'given-up' });
    const id = await made('given-up', 4);
    await change('decrease', provider, 1);
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'ok',
    });
    await change('increase', provider, 1);
    expect(await states(id)).toEqual(['terminated']);
    expect(await availableCores(service, 'given-up', hour(8))).toBe(4);
  });

  // Regression: with 1,500 in conflict each decision that freed capacity took some tenths of a second to read them.
  it('reads those in conflict once, and knows what has changed of them since', async () => {
    const all = { cores: 4, ram: 2048, instances: 4 };
    const { provider } = await service.provider({ cores: 18, ram: 8192, instances: 18 }, { zone: 'once' });
    const blockers: string[] = [];
    for (let number = 0; number < 4; number++) blockers.push(await made('once', 1));
    const drawn = await reserved(service, 'once', [undefined, hour(10)], all);
    const [cancelled, marked] = [await made('once', 5), await made('once', 5)];
    const { 'instance-id': booted } = await boot(service, { 'reservation-id': drawn });
    // From here on, because the clock of the service may be the first to read those in conflict.
    const queries = jest.spyOn(Client.prototype, 'query');
    await change('decrease', provider, 13);
    expect(await states(drawn, cancelled, marked)).toEqual(['conflict', 'conflict', 'conflict']);

    const cancel = (id: string | undefined) =>
      service.operation('cancel-reservation', { 'reservation-id': id });
    await cancel(blockers.pop());
    await cancel(blockers.pop());
    await service.operation('destroy-instance', { 'instance-id': booted });
    await cancel(cancelled);
    await service.operation('update-reservation', { 'reservation-id': marked, name: 'night' });
    await cancel(blockers.pop());
    const statements = queries.mock.calls.map(([config]) => JSON.stringify(config));
    queries.mockRestore();
    expect(statements.filter((text) => text.includes('in_conflict as')).length).toBe(1);
    expect(await states(drawn, cancelled, marked)).toEqual(['active', 'terminated', 'conflict']);
    await change('increase', provider, 5);
    expect(await reservation(service, drawn)).toMatchObject({ claims: [{ capacity: all }] });
    expect(await reservation(service, marked)).toMatchObject({ state: 'initialized', name: 'night' });
  });
});
