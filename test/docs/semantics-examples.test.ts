import { readFileSync } from 'node:fs';
import { startService, type RunningService } from '../support/service.js';

const EXAMPLE = /^ {4}POST (\/\S+) (\{.*\})\n {4}(\d+) (\{(?:.+\n)+)/gm;

const examples = [...readFileSync('docs/semantics.md', 'utf8').matchAll(EXAMPLE)].map(
  ([, path, body, status, answer]) => ({ path, body, status: Number(status), answer: JSON.parse(answer) }),
);

let service: RunningService;
beforeAll(async () => {
  service = await startService();
  await service.provider({ cores: 16 }, { zone: 'north' });
  const morning = { start: '2030-06-01T00:00:00Z', end: '2030-06-01T12:00:00Z' };
  await service.operation('create-reservation', { zone: 'north', capacity: { cores: 12 }, ...morning });
});
afterAll(() => service.stop());

it('has an example of a wrong member and one of an offer', () => {
  expect(examples).toHaveLength(2);
});

it.each(examples)(
  '$path $body is answered as docs/semantics.md says',
  async ({ path, body, status, answer }) => {
    const given = await service.http.post(path).set('Content-Type', 'application/json').send(body);
    expect({ status: given.status, answer: given.body }).toEqual({ status, answer });
  },
);
