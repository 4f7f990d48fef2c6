import { readFileSync } from 'node:fs';
import { newSubscriber, notification, startTelling, tell } from '../notifications/telling.js';
import type { RunningService } from '../support/service.js';

/** The requests that the runbook names for operators: `GET /…` in its code spans. */
const READS = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/`GET (\/[^`]+)`/g)].map(
  ([, path]) => path,
);
const ids: Record<string, string> = {};

describe('runbook', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startTelling();
    ids.providers = (await service.provider({ cores: 1 })).provider;
    const subscriber = await newSubscriber(service);
    ids.subscriptions = subscriber.id;
    const told = notification(subscriber);
    await tell(service, told);
    ids.deliveries = told.id;
  });

  afterAll(() => service.stop());

  it('the runbook sends operators to lists that are filtered', () => {
    expect(READS.length).toBeGreaterThan(10);
    expect(READS.filter((path) => path.includes('state='))).not.toEqual([]);
  });

  it.each([...new Set(READS)])('GET %s of the runbook answers', async (path) => {
    const [, list] = path.split('/');
    const real = path.replace('<zone>', 'z1').replace('{id}', ids[list]);
    expect(real).not.toMatch(/[<{]|undefined/);
    const { status, body } = await service.http.get(real);
    expect({ status, body }).toMatchObject({ status: 200 });
  });
});
