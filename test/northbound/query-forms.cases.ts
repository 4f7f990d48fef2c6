import { request } from 'undici';
import { startService, type RunningService } from '../support/service.js';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: any;
}

const PERIOD = { startTime: '2030-01-02T00:00:00Z', stopTime: '2030-01-03T00:00:00Z' };
const PERIOD_QUERY = `timePeriod.startTime=${PERIOD.startTime}&timePeriod.stopTime=${PERIOD.stopTime}`;

const QUESTIONS: [string, object, string][] = [
  [
    '/capacity/compute/query',
    { zoneId: 'z1', computeResourceTypeId: 'cpuCores', timePeriod: PERIOD },
    `zoneId=z1&computeResourceTypeId=cpuCores&${PERIOD_QUERY}`,
  ],
  [
    '/capacity/compute/query',
    {
      zoneId: 'z1',
      resourceCriteria: { virtualCPU: { cpuArchitecture: 'x86', numVirtualCpu: '2' } },
      attributeSelector: 'available',
    },
    'zoneId=z1&resourceCriteria.virtualCPU.cpuArchitecture=x86&resourceCriteria.virtualCPU.numVirtualCpu=2&attributeSelector=available',
  ],
  ['/capacity/network/query', { networkResourceTypeId: 'publicIps' }, 'networkResourceTypeId=publicIps'],
  [
    '/capacity/storage/query',
    { resourceCriteria: { sizeOfStorage: '5', rdmaSupported: 'false' } },
    'resourceCriteria.sizeOfStorage=5&resourceCriteria.rdmaSupported=false',
  ],
];

describe('query forms', () => {
  let service: RunningService;
  let reservationId: string;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 1000, instances: 10, addresses: 4, gigabytes: 100, volumes: 9 });
    const made = await service.operation('create-reservation', {
      capacity: { cores: 2, addresses: 1, gigabytes: 5 },
    });
    reservationId = made['reservation-id'] as string;
  });
  afterAll(() => service.stop());

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await request(service.baseUrl + path, {
      method: method as 'GET',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  }

  /** Sends the same query in each of its possible forms. */
  function allForms(path: string, body: object, query: string): Promise<Answer[]> {
    return Promise.all([
      ask('GET', path, body),
      ask('QUERY', path, body),
      ask('POST', path, body),
      ask('POST', `${path}/`, body),
      ask('GET', `${path}?${query}`),
      ask('QUERY', `${path}?${query}`),
      ask('POST', `${path}?${query}`),
      ask('POST', `${path}?${query}`, body),
    ]);
  }

  describe.each(QUESTIONS)('%s %j', (path, body, query) => {
    it('is answered alike in every form', async () => {
      const answers = await allForms(path, body, query);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers[0].body.capacityInformation).toHaveProperty('available');
      for (const { headers, body: found } of answers) {
        expect(found).toEqual(answers[0].body);
        expect(headers['cache-control']).toBe('no-store');
      }
    });
  });

  it.each(['compute', 'network', 'storage'])('/reservation/%s/query is answered alike', async (kind) => {
    const body = { queryReservationFilter: [{ reservationId }] };
    const answers = await allForms(`/reservation/${kind}/query`, body, `reservationId=${reservationId}`);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { queryResult: { reservationId } } });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('refuses alike too', async () => {
    const answers = [
      ...(await allForms('/capacity/compute/query', { limit: 0 }, 'limit=0')),
      ...(await allForms('/capacity/network/query', {}, '')),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, body.code]).toEqual([400, 'invalid-request']);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  describe.each(['capacity', 'reservation'])('/%s/compute/query', (group) => {
    const path = `/${group}/compute/query`;

    it.each(['PUT', 'PATCH'])('tells %s what it answers', async (method) => {
      const { status, headers } = await ask(method, path, {});
      expect(status).toBe(405);
      for (const name of ['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS']) {
        expect(String(headers.allow).split(', ')).toContain(name);
      }
      const options = await ask('OPTIONS', path);
      expect(options).toMatchObject({ status: 204, headers: { allow: headers.allow } });
    });

    it('refuses a broken body by QUERY and POST like by GET', async () => {
      for (const method of ['GET', 'QUERY', 'POST']) {
        const answer = await request(service.baseUrl + path, { method: method as 'GET', body: '{"a":' });
        expect(answer.statusCode).toBe(400);
        expect(await answer.body.json()).toMatchObject({ code: 'malformed-json' });
      }
    });
  });

  it('accepts a query at no other path', async () => {
    expect((await ask('QUERY', '/providers', {})).status).toBe(405);
    expect((await ask('POST', '/zones', {})).status).toBe(405);
    expect((await ask('POST', '/capacity/memory/query', {})).status).toBe(404);
    expect((await ask('QUERY', '/reservation/compute/create', {})).status).toBe(405);
  });
});
