import { documentOf } from '../support/document.js';
import { startService, type RunningService } from '../support/service.js';
import { operationsOf, type Operation } from './api-schemas.js';
import { Samples } from './samples.js';

/** POST requests without any effect. */
const QUESTIONS = ['POST /query-capacity', 'POST /query-reservation', 'POST /self-check'];

const writing = operationsOf(documentOf()).filter(({ method }) => method !== 'get');
const commands = writing.filter(({ name }) => !QUESTIONS.includes(name));

/** State that only requests change while the clock stands still. */
const EFFECTS = `
select (select sum(head) from zones) as heads,
       (select count(*) from zones) as zones,
       (select jsonb_agg(sealed_password order by id) from providers) as providers,
       (select count(*) from reservations where ended_at is null) as reservations,
       (select count(*) from instances where state in ('pending', 'active')) as instances,
       (select jsonb_agg(jsonb_build_array(id, sealed_secret, disabled_at) order by id) from subscriptions) as subscriptions,
       (select number from subscription_changes) as subscription_changes,
       (select count(*) from received_notifications) as received,
       (select count(*) from notifications where lane = id) as test_events,
       (select count(*) from idempotency_keys) as keys`;

describe('Idempotency-Key', () => {
  let service: RunningService;
  let samples: Samples;
  beforeAll(async () => {
    service = await startService();
    samples = await Samples.in(service);
  });
  afterAll(() => service.stop());

  async function ask(method: string, path: string, key: string, body?: string) {
    const answer = await fetch(service.baseUrl + path, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
    });
    const replayed = answer.headers.get('idempotency-replayed');
    return { status: answer.status, body: await answer.text(), replayed };
  }

  it.each(writing)('is described for $name, unless that has no effect', ({ name, operation }) => {
    const parameters = (operation.parameters ?? []) as { name: string; in: string }[];
    const takesKey = parameters.some((known) => known.in === 'header' && known.name === 'Idempotency-Key');
    expect([name, takesKey]).toEqual([name, !QUESTIONS.includes(name)]);
  });

  it.each(commands)('lets $name have its effect once', async ({ name, method, path, operation }) => {
    const example = await samples.example(method, path, firstExample(operation));
    const repeat = () => ask(method, example.path, `once ${name}`.replaceAll(' ', '-'), example.body);

    const first = await repeat();
    expect(first.status).toBeLessThan(300);
    expect(first).toMatchObject({
      replayed: null,
      body: expect.not.stringMatching(/"result":"(error|conflict)/),
    });
    const after = await service.dataSource.query(EFFECTS);
    expect(await repeat()).toEqual({ ...first, replayed: 'true' });
    expect(await repeat()).toEqual({ ...first, replayed: 'true' });
    expect(await service.dataSource.query(EFFECTS)).toEqual(after);
  });

  it.each(commands)('is refused by $name where it names another request', async ({ name, ...command }) => {
    const { method, path, operation } = command;
    const key = `other-than-${name}`.replaceAll(' ', '-');
    const other = { method: 'post', path: '/capacity/compute/notification', body: '{"notificationId": "n"}' };
    expect(await ask(other.method, other.path, key, other.body)).toMatchObject({ status: 204 });
    const example = await samples.example(method, path, firstExample(operation));
    const before = await service.dataSource.query(EFFECTS);
    const refused = await ask(method, example.path, key, example.body);
    expect([200, 400]).toContain(refused.status);
    expect(refused.body).toContain('Idempotency-Key was used for a different request');
    expect(await service.dataSource.query(EFFECTS)).toEqual(before);
  });
});

function firstExample({ requestBody }: Operation['operation']): object | undefined {
  const [first] = Object.values<any>(requestBody?.content['application/json'].examples ?? {});
  return first?.value as object | undefined;
}
