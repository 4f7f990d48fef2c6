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

/** Such as `timePeriod[startTime]=…`. Regression: such a period was left out, and the answer was about now. */
function inBrackets(query: string): string {
  return query.replace(/(^|&)([^=&]+)/g, (_, before: string, name: string) => {
    const [first, ...rest] = name.split('.');
    return `${before}${first}${rest.map((part) => `[${part}]`).join('')}`;
  });
}

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
      ask('GET', `${path}?${inBrackets(query)}`),
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
    const path = `/reservation/${kind}/query`;
    const numbered = `queryReservationFilter[0][reservationId]=${reservationId}`;
    const answers = [
      ...(await allForms(path, body, `reservationId=${reservationId}`)),
      await ask('GET', `${path}?${numbered}`),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { queryResult: { reservationId } } });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  describe.each(['compute', 'network', 'storage'])(
    '/reservation/%s/query points to the reservation',
    (kind) => {
      const path = `/reservation/${kind}/query`;
      const unknown = '00000000-0000-4000-8000-000000000000';

      it.each(['GET', 'QUERY', 'POST'])('that is unknown in the body of a %s', async (method) => {
        const filter = [{ reservationId }, { reservationId: unknown }];
        const { status, body } = await ask(method, path, { queryReservationFilter: filter });
        expect([status, body.errors]).toEqual([
          404,
          [
            {
              pointer: '/queryReservationFilter/1/reservationId',
              detail:
                'queryReservationFilter[1].reservationId: no reservation found for specified identifier',
            },
          ],
        ]);
      });

      it.each([
        ['GET', `reservationId=${unknown}`, 404, '/reservationId'],
        ['POST', `reservationId=${unknown}`, 404, '/reservationId'],
        ['QUERY', `reservationId=ID&reservationId=${unknown}`, 404, '/reservationId/1'],
        ['GET', 'reservationId=', 400, '/reservationId'],
        ['GET', 'reservationId=ID&reservationId=', 400, '/reservationId/1'],
      ])('in the parameters of %s ?%s', async (method, query, expected, pointer) => {
        const { status, body } = await ask(method, `${path}?${query.replace('ID', reservationId)}`);
        expect([status, body.errors[0].pointer]).toEqual([expected, pointer]);
        expect(body.errors[0].detail).toMatch(/^reservationId(\[1\])?:? /);
      });

      it('and refuses parameters that differ from the body', async () => {
        const filter = { queryReservationFilter: [{ reservationId }] };
        const { status, body } = await ask('GET', `${path}?reservationId=${unknown}`, filter);
        const detail = 'reservationId must not differ from queryReservationFilter, which is given too';
        expect([status, body.errors]).toEqual([400, [{ pointer: '/reservationId', detail }]]);
      });
    },
  );

  it('names an unknown parameter of a capacity query as it was sent', async () => {
    const query = 'computeResourceTypeId=cpuCores&reservationId=x';
    const { body } = await ask('GET', `/capacity/compute/query?${query}`);
    expect(body.warnings).toEqual(['`reservationId` is not known here']);
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

    // Regression: its parameters counted as unknown under HEAD, so it had the length of another answer.
    it('has the headers of GET for HEAD', async () => {
      const query = '?zoneId=nowhere';
      const [got, head] = [await ask('GET', path + query), await ask('HEAD', path + query)];
      expect(head.status).toBe(got.status);
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
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
