import { ReservationsReader } from '../../src/reservations/reservations.reader.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { eventually } from '../support/eventually.js';
import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

/** A page large enough to count as heavy work. */
const LIST = '/reservations?limit=200';

describe('a shared answer', () => {
  let service: GuardedService;
  let keys: Readonly<Record<'ada' | 'bob' | 'ofAda' | 'auditor' | 'operator', string>>;
  beforeAll(async () => {
    service = await startGuarded();
    const ofTenant = async (tenant: string) => (await service.makeKey({ role: 'consumer', tenant })).key;
    keys = {
      ada: await ofTenant('ada'),
      bob: await ofTenant('bob'),
      ofAda: await ofTenant('ada'),
      auditor: (await service.makeKey({ role: 'auditor' })).key,
      operator: (await service.makeKey({ role: 'operator' })).key,
    };
    const operate = (path: string, body: object) =>
      service.http.post(path).set(bearer(keys.operator)).send(body);
    const access = { endpoint: 'http://shared.example', username: 'u', password: 'p', zone: 'z' };
    const { body } = await operate('/add-provider', { 'provider-type': 'simulated', ...access });
    await operate('/increase-capacity', { source: body['provider-id'], capacity: { cores: 1000 } });
  });
  afterAll(() => service.stop());

  const reserve = async (key: string): Promise<string> => {
    const { body } = await service.http
      .post('/create-reservation')
      .set(bearer(key))
      .send({ zone: 'z', capacity: { cores: 1 } });
    return body['reservation-id'] as string;
  };

  const ask = async (key: string, cacheControl?: string, path = LIST) => {
    const asked = service.http.get(path).set(bearer(key));
    const answer = await (cacheControl === undefined ? asked : asked.set('Cache-Control', cacheControl));
    const { items = [] } = answer.body as { items?: { reservationId: string }[] };
    return {
      ...answer,
      text: answer.text,
      headers: answer.headers,
      ids: items.map(({ reservationId }) => reservationId),
    };
  };

  it('is given to a caller that accepts it, with its age, and to no other', async () => {
    const earlier = await reserve(keys.ada);
    const first = await ask(keys.ada, 'max-age=60');
    expect(first.headers.age).toBeUndefined();
    const later = await reserve(keys.ada);
    const shared = await ask(keys.ada, 'max-age=60');
    expect(shared.ids).toContain(earlier);
    expect(shared.ids).not.toContain(later);
    expect(shared.text).toBe(first.text);
    expect(Number(shared.headers.age)).toBeGreaterThanOrEqual(0);
    expect(shared.headers['content-type']).toBe(first.headers['content-type']);
    for (const directive of [undefined, 'no-cache', 'max-age=0', 'max-age=60, no-store', 'max-age=x']) {
      expect((await ask(keys.ada, directive)).ids).toContain(later);
    }
    expect((await ask(keys.ada, 'max-age=60', '/reservations')).ids).toContain(later);
  });

  it('is shared by callers of one tenant and role, and never by others', async () => {
    const own = await reserve(keys.ada);
    const path = `${LIST}&zone=z`;
    const first = await ask(keys.ada, 'max-age=60', path);
    await reserve(keys.ada);
    expect((await ask(keys.ofAda, 'max-age=60', path)).text).toBe(first.text);
    const ofBob = await ask(keys.bob, 'max-age=60', path);
    expect([ofBob.ids, ofBob.headers.age]).toEqual([[], undefined]);
    const ofAuditor = await ask(keys.auditor, 'max-age=60', path);
    expect(ofAuditor.ids).toContain(own);
    expect(ofAuditor.headers.age).toBeUndefined();
  });

  it('exists for any list, however short, and never for whoami', async () => {
    const path = '/zones?limit=1';
    await ask(keys.auditor, 'max-age=60', path);
    expect((await ask(keys.auditor, 'max-age=60', path)).headers.age).toBeDefined();
    const whoami = '/whoami?limit=1';
    await ask(keys.ada, 'max-age=60', whoami);
    expect((await ask(keys.ofAda, 'max-age=60', whoami)).headers.age).toBeUndefined();
  });

  it('has its link to the next page', async () => {
    const path = '/reservations?limit=101';
    for (let made = 0; made < 120; made += 20) {
      await Promise.all(Array.from({ length: 20 }, () => reserve(keys.operator)));
    }
    const [first, shared] = [
      await ask(keys.auditor, 'max-age=60', path),
      await ask(keys.auditor, 'max-age=60', path),
    ];
    expect(shared.headers.age).toBeDefined();
    expect(first.headers.link).toContain('rel="next"');
    expect(shared.headers.link).toBe(first.headers.link);
  });

  it('is computed once for concurrent requests', async () => {
    const reads = jest.spyOn(service.app.get(ReservationsReader), 'list');
    const path = `${LIST}&label=nobody:has`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(keys.ada, 'max-age=5', path)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('is never a failure: requests that waited for a failed one run on their own, concurrently', async () => {
    const reads = jest.spyOn(service.app.get(ReservationsReader), 'list');
    const figures = service.app.get(RequestFigures);
    reads.mockImplementationOnce(async () => {
      await eventually(() => Promise.resolve(expect(figures.inFlight).toBe(3)));
      throw new Error('once');
    });
    const path = `${LIST}&label=once:only`;
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(keys.ada, 'max-age=5', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 500]);
    expect(reads).toHaveBeenCalledTimes(3);
    reads.mockRestore();
  });
});
