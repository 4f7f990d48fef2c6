import { isContractRequest, OPERATIONS_PATHS } from '../../src/http/paths.js';
import { documentOf } from '../support/document.js';
import { newZone, service } from '../support/shared-service.js';
import { operationsOf } from './api-schemas.js';

const operations = operationsOf(documentOf());
const isContract = ({ method, path }: { method: string; path: string }): boolean =>
  isContractRequest(method.toUpperCase(), path.replace(/\{\w+\}/, 'x'));

const ZONE = newZone();

describe('of the endpoints that are not the contract’s', () => {
  beforeAll(async () => {
    await service.provider(
      {
        cores: 100,
        ram: 1e5,
        instances: 100,
        addresses: 10,
        gigabytes: 1e4,
        volumes: 50,
        gpus: 8,
      },
      { zone: ZONE },
    );
  });

  const send = (method: string, path: string, body?: object) =>
    service.http[method as 'post'](path).send(body);
  const own = operations.filter(
    (operation) =>
      !isContract(operation) &&
      (!operation.operation.tags.includes('Service') || operation.path === '/self-check'),
  );

  it.each(own)('are refused by $name, among the parameters and in a body', async ({ method, path }) => {
    const address = path.replace(/\{\w+\}/, 'x');
    for (const [query, body, name] of [
      ['?limitt=5', {}, 'limitt'],
      ['', { colour: 'red' }, 'colour'],
    ] as const) {
      const { status, body: answer } = await send(method, address + query, body);
      // Operations in the style of Group A answer 200 with an error as result.
      if (OPERATIONS_PATHS.includes(path)) {
        expect([status, answer.result]).toEqual([200, 'error']);
        expect(answer.message).toContain(`${name} is not known here`);
        continue;
      }
      expect([status, answer.code, answer.errors[0].pointer]).toEqual([400, 'invalid-request', `/${name}`]);
      expect(answer.detail).toContain(`${name} is not known here`);
    }
  });

  it('are refused with a suggestion', async () => {
    const { body } = await send('get', '/reservations?limitt=5');
    expect(body.detail).toBe('limitt is not known here; did you mean limit?');
    const window = await send('post', '/providers/x/withdraw', { strat: 0 });
    expect(window.body.detail).toBe('strat is not known here; did you mean start?');
  });

  it('are ignored by probes', async () => {
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/', '/docs']) {
      expect([path, (await send('get', `${path}?probe=1`)).status]).toEqual([path, 200]);
    }
  });
});
