import { isContractRequest } from '../../src/http/paths.js';
import { documentOf } from '../support/document.js';
import { stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { operationsOf } from './api-schemas.js';

const operations = operationsOf(documentOf());
const isContract = ({ method, path }: { method: string; path: string }): boolean =>
  isContractRequest(method.toUpperCase(), path.replace(/\{\w+\}/, 'x'));
/** The inbox answers without a body and accepts any body. */
const INBOX = /\/notification$/;

describe('members the contract does not have', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { CUSTOM_CLASSES: 'gpus:64' } });
    await service.provider({
      cores: 100,
      ram: 1e5,
      instances: 100,
      addresses: 10,
      gigabytes: 1e4,
      volumes: 50,
      gpus: 8,
    });
  });
  afterAll(() => stopSound(service));

  const send = (method: string, path: string, body?: object) =>
    service.http[method as 'post'](path).send(body);
  const examples = operations
    .filter((operation) => isContract(operation) && !INBOX.test(operation.path))
    .flatMap((operation) =>
      Object.entries<any>(
        operation.operation.requestBody?.content['application/json'].examples ?? { none: {} },
      ).map(([name, { value = {} }]) => ({ ...operation, title: `${operation.name} ${name}`, value })),
    );

  /** A copy with an unknown member in each object, and the paths of these members. */
  function spoiled(value: any, path = ''): { value: any; names: string[] } {
    if (Array.isArray(value)) {
      const elements = value.map((element, index) => spoiled(element, `${path}[${index}]`));
      return {
        value: elements.map((element) => element.value),
        names: elements.flatMap(({ names }) => names),
      };
    }
    if (typeof value !== 'object' || value === null) return { value, names: [] };
    const within = (name: string): string => (path ? `${path}.${name}` : name);
    const members = Object.entries(value).map(
      ([name, member]) => [name, spoiled(member, within(name))] as const,
    );
    return {
      value: {
        ...Object.fromEntries(members.map(([name, member]) => [name, member.value])),
        'not-known': 'a-value',
      },
      names: [within('not-known'), ...members.flatMap(([, { names }]) => names)],
    };
  }

  it.each(examples)('are named in the answer to $title, at any depth', async ({ method, path, value }) => {
    const address = path.replace(/\{\w+\}/, 'x');
    const before = await send(method, address, value);
    expect(before.body).not.toHaveProperty('warnings');
    const { value: body, names } = spoiled(value);
    const answer = await send(method, address, body);
    expect(answer.status).toBe(before.status);
    expect(answer.body.warnings.sort()).toEqual(names.map((name) => `\`${name}\` is not known here`).sort());
    expect(JSON.stringify(answer.body.warnings)).not.toContain('a-value');
  });

  it.each<[string, string, object, string[]]>([
    [
      'post',
      '/create-reservation',
      { zoneId: 'z1', capacity: { core: 1 } },
      [
        '`zoneId` is not known here; did you mean `zone`?',
        '`capacity.core` is not known here; did you mean `capacity.cores`?',
      ],
    ],
    [
      'post',
      '/create-reservation',
      { capacity: { gpu: 1, gpus: 1 } },
      ['`capacity.gpu` is not known here; did you mean `capacity.gpus`?'],
    ],
    [
      'post',
      '/increase-capacity',
      { capacity: { cpus: 8, memory: 1 } },
      [
        '`capacity.cpus` is not known here; did you mean `capacity.cores`?',
        '`capacity.memory` is not known here; did you mean `capacity.ram`?',
      ],
    ],
    ['post', '/add-provider', { tenant: { ident: 't', name: 'T' } }, ['`tenant.ident` is not known here']],
    [
      'post',
      '/capacity/compute/subscribe',
      { computeResourceTypeID: 'cpuCores' },
      ['`computeResourceTypeID` is not known here; did you mean `computeResourceTypeId`?'],
    ],
    ['post', '/increase-capacity', { force: true }, ['`force` is not known here; did you mean `source`?']],
    ['post', '/decrease-capacity', { publicIps: ['203.0.113.0/24'] }, ['`publicIps` is not known here']],
    ['delete', '/reservation/compute/x', { force: true }, ['`force` is not known here']],
    ['post', '/create-reservation?zone=z1', { capacity: { cores: 1 } }, ['`zone` is not known here']],
    [
      'get',
      '/capacity/compute/query?zoneID=z1&timePeriod.start=0',
      { computeResourceTypeId: 'cpuCores' },
      [
        '`zoneID` is not known here; did you mean `zoneId`?',
        '`timePeriod.start` is not known here; did you mean `timePeriod.startTime`?',
      ],
    ],
  ])('of %s %s %j come with what may be meant', async (method, path, body, warnings) => {
    expect((await send(method, path, body)).body.warnings).toEqual(warnings);
  });

  it.each<[string, string, string, string[]]>([
    [
      'post',
      '/create-reservation',
      '{"__proto__":{"a":1},"capacity":{"cores":1,"__proto__":"5"},"labels":{"\\u005f_proto__":"x"}}',
      ['__proto__', 'capacity.__proto__', 'labels.__proto__'],
    ],
    [
      'post',
      '/reservation/compute/create',
      '{"virtualizationContainerReservation":[{"containerId":"c","__proto__":[]}]}',
      ['virtualizationContainerReservation[0].__proto__'],
    ],
    [
      'get',
      '/capacity/compute/query?computeResourceTypeId=cpuCores&timePeriod.__proto__.x=1',
      '{"__proto__":1}',
      ['__proto__', 'timePeriod.__proto__.x'],
    ],
  ])('named __proto__ are named too: %s %s %s', async (method, path, body, names) => {
    const request = service.http[method as 'post'](path).set('Content-Type', 'application/json');
    const { status, body: answer } = await request.send(body);
    expect([200, 201]).toContain(status);
    expect(answer.warnings.sort()).toEqual(names.map((name) => `\`${name}\` is not known here`));
  });

  it('named __proto__ are refused where unknown ones are, and reach no prototype', async () => {
    const request = service.http.post('/find-windows').set('Content-Type', 'application/json');
    const { status, body } = await request.send('{"capacity":{"cores":1},"duration":1,"__proto__":{"y":1}}');
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/__proto__', detail: '__proto__ is not known here' }],
    ]);
    expect({}).not.toHaveProperty('y');
  });

  it('are reported within bounds: at most twenty, long names cut off, those in lists once', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`x${index}-${'y'.repeat(900)}`, 1]),
    );
    const { body } = await send('post', '/cancel-reservation', many);
    expect(body.warnings).toHaveLength(20);
    for (const warning of body.warnings) expect(warning).toMatch(/^`x\d+-y{60,61}…` is not known here$/);
    const inputFilter = Array.from({ length: 50 }, () => ({ reservationId: 'x', colour: 1 }));
    const listed = await send('post', '/reservation/subscribe', { inputFilter });
    expect(listed.body.warnings).toEqual(['`inputFilter[0].colour` is not known here']);
  });

  it('are reported again with a repeated answer', async () => {
    const repeat = () =>
      send('post', '/create-reservation', { capacity: { cores: 1 }, ends: null }).set(
        'Idempotency-Key',
        'one',
      );
    const [first, second] = [await repeat(), await repeat()];
    expect(first.body).toMatchObject({
      result: 'ok',
      warnings: ['`ends` is not known here; did you mean `end`?'],
    });
    expect(second.body).toEqual(first.body);
  });
});
