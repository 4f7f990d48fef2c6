import { alone, boot, hour, instance, reservation, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const WINDOW = [hour(9), hour(10)] as const;
const LABELS = { team: 'blue', 'headroom.example/cost-centre': '4711', empty: '' };

describe('marks', () => {
  let service: RunningService;
  let provider: string;

  beforeAll(async () => {
    service = await startService();
    ({ provider } = await service.provider({ cores: 100, ram: 100_000, instances: 50 }));
  });

  afterAll(() => stopSound(service));

  async function marked(marks: object): Promise<string> {
    const made = await reserve(service, 'z1', WINDOW, { cores: 1 }, marks);
    expect(made).toMatchObject({ result: 'ok' });
    return made['reservation-id'] as string;
  }

  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });

  describe('name and labels of a reservation', () => {
    it('are kept, and given by the record and by the list', async () => {
      const id = await marked({ name: 'nightly', labels: LABELS });
      expect(await reservation(service, id)).toMatchObject({ name: 'nightly', labels: LABELS });
      const { body } = await service.http.get('/reservations?limit=1000');
      const listed = body.items.find((item: any) => item.reservationId === id);
      expect(listed).toMatchObject({ name: 'nightly', labels: LABELS });
    });

    it('are absent where none were given, or none are left', async () => {
      const bare = await reservation(service, await marked({ name: null, labels: {} }));
      expect(bare).not.toHaveProperty('name');
      expect(bare).not.toHaveProperty('labels');
      const id = await marked({ name: 'short-lived', labels: LABELS });
      expect(await update(id, { name: null, labels: null })).toMatchObject({ result: 'ok' });
      const cleared = await reservation(service, id);
      expect(cleared).not.toHaveProperty('name');
      expect(cleared).not.toHaveProperty('labels');
    });

    it('merge: what an update leaves out stays, and labels are replaced as a whole', async () => {
      const id = await marked({ name: 'first', labels: LABELS });
      await update(id, { end: hour(11) });
      expect(await reservation(service, id)).toMatchObject({ name: 'first', labels: LABELS, end: hour(11) });
      await update(id, { labels: { team: 'red' }, capacity: { cores: 2 } });
      const after = await reservation(service, id);
      expect(after).toMatchObject({ name: 'first', capacity: { cores: 2 } });
      expect(after.labels).toEqual({ team: 'red' });
      await update(id, { name: 'second' });
      expect(await reservation(service, id)).toMatchObject({ name: 'second', labels: { team: 'red' } });
    });

    it('are the same in both groups', async () => {
      const body = { computePoolReservation: { numCpuCores: 1 }, name: 'north', labels: { team: 'blue' } };
      const made = await service.http.post('/reservation/compute/create').send(body).expect(201);
      const { reservationId, ...data } = made.body.reservationData;
      expect(data).toMatchObject({ name: 'north', labels: { team: 'blue' } });
      await update(reservationId, { labels: { team: 'red' } });
      const renamed = { reservationId, name: 'south' };
      const told = await service.http.post('/reservation/compute/update').send(renamed).expect(201);
      expect(told.body.reservationData).toMatchObject({ name: 'south', labels: { team: 'red' } });
      const { body: read } = await service.http.get('/reservation/compute/query').query({ reservationId });
      expect(read.queryResult).toMatchObject({ name: 'south', labels: { team: 'red' } });
    });

    it('go along when it moves to another zone', async () => {
      await service.provider({ cores: 5 }, { zone: 'south' });
      const id = await marked({ name: 'mover', labels: LABELS });
      expect(await update(id, { zone: 'south' })).toMatchObject({ result: 'ok' });
      expect(await reservation(service, id)).toMatchObject({ zone: 'south', name: 'mover', labels: LABELS });
    });

    it('change while it is in conflict, which it stays, and never for want of capacity', () =>
      alone(async (other) => {
        const { provider: lost } = await other.provider({ cores: 5 });
        const made = await reserve(other, 'z1', [undefined, undefined], { cores: 5 });
        await other.operation('decrease-capacity', { source: lost, capacity: { cores: 5 }, force: true });
        const body = { 'reservation-id': made['reservation-id'], name: 'lost', labels: { seen: 'yes' } };
        expect(await other.operation('update-reservation', body)).toMatchObject({ result: 'ok' });
        const found = await reservation(other, made['reservation-id']);
        expect(found).toMatchObject({ state: 'conflict', name: 'lost', labels: { seen: 'yes' } });
        expect(await other.operation('update-reservation', { ...body, start: hour(1) })).toMatchObject({
          result: 'conflict',
        });
      }));
  });

  describe('labels of an instance', () => {
    it('are kept, and change by PATCH as the name does', async () => {
      const booted = await boot(service, { 'provider-id': provider, name: 'web-1', labels: { tier: 'web' } });
      const id = booted['instance-id'] as string;
      expect(await instance(service, id)).toMatchObject({ name: 'web-1', labels: { tier: 'web' } });
      const patch = (body: object) => service.http.patch(`/instances/${id}`).send(body);
      expect((await patch({ labels: { tier: 'db' } }).expect(200)).body).toMatchObject({
        instanceId: id,
        name: 'web-1',
        labels: { tier: 'db' },
      });
      expect((await patch({ name: 'db-1' }).expect(200)).body).toMatchObject({
        name: 'db-1',
        labels: { tier: 'db' },
      });
      expect((await patch({ labels: null }).expect(200)).body).not.toHaveProperty('labels');
      expect((await patch({}).expect(400)).body.detail).toBe('labels or name must be given');
      await service.http.patch('/instances/nothing').send({ name: 'x' }).expect(404);
    });
  });

  it('count characters, also those of two UTF-16 units', async () => {
    const [longest, longer] = [255, 256].map((length) => '\u{1F680}'.repeat(length));
    const marks = { name: longest, labels: { a: longest } };
    const made = await reserve(service, 'z1', WINDOW, { cores: 1 }, marks);
    expect(await reservation(service, made['reservation-id'])).toMatchObject(marks);
    const named = await service.http.get('/reservations').query({ name: longest }).expect(200);
    expect(named.body.items).toMatchObject([{ name: longest }]);
    for (const wrong of [{ name: longer }, { labels: { a: longer } }]) {
      expect(await reserve(service, 'z1', WINDOW, { cores: 1 }, wrong)).toMatchObject({ result: 'error' });
    }
  });

  describe('refused, naming the label', () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`k${index}`, 'v']));
    it.each([
      [{ labels: many }, 'labels must be an object of at most 32 labels'],
      [{ labels: ['a'] }, 'labels must be an object of at most 32 labels'],
      [{ labels: { a: 1 } }, 'labels.a must be a string of at most 255 characters'],
      [{ labels: { a: null } }, 'labels.a must be a string of at most 255 characters'],
      [{ labels: { a: 'x'.repeat(256) } }, 'labels.a must be a string of at most 255 characters'],
      [{ labels: { 'a b': 'c' } }, 'labels.a b must have 1 to 63 characters of A-Za-z0-9._/- in its key'],
      [{ labels: { '': 'c' } }, 'labels. must have 1 to 63 characters'],
      [{ labels: { [`${'k'.repeat(64)}`]: 'c' } }, 'must have 1 to 63 characters'],
      [{ name: '' }, 'name must be a non-empty string of at most 255 characters'],
      [{ name: 'n'.repeat(256) }, 'name must be a non-empty string of at most 255 characters'],
      [{ name: 7 }, 'name must be a non-empty string of at most 255 characters'],
    ])('%j', async (marks, message) => {
      const answer = await reserve(service, 'z1', WINDOW, { cores: 1 }, marks);
      expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining(message) });
      const body = { computePoolReservation: { numCpuCores: 1 }, ...marks };
      const refused = await service.http.post('/reservation/compute/create').send(body).expect(400);
      expect(refused.body.detail).toContain(message);
    });
  });
});
