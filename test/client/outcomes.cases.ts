import { createHeadroom, ProblemError, UnreachableError, unwrap } from '@headroom/client';
import { newZone, service } from '../support/shared-service.js';

const client = () => createHeadroom({ baseUrl: service.baseUrl });

describe('an operation through the client', () => {
  it('is ok with its id, conflict with an offer, or error with the member that is wrong', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const { operate } = client();

    const made = await operate('/create-reservation', { zone, capacity: { cores: 6 } });
    expect(made).toMatchObject({ result: 'ok', 'reservation-id': expect.any(String) });
    const refused = await operate('/create-reservation', { zone, capacity: { cores: 6 } });
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 2 } } });
    const wrong = await operate('/create-reservation', { zone, capacity: { cores: 'six' } });
    expect(wrong).toMatchObject({ result: 'error', errors: [{ pointer: '/capacity/cores' }] });
  });

  it('takes effect once under the key of the caller', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const call = { idempotencyKey: `key-${zone}` };
    const body = { zone, capacity: { cores: 6 } };
    const first = await client().operate('/create-reservation', body, call);
    expect(await client().operate('/create-reservation', body, call)).toEqual(first);
  });

  it('takes effect once when its answer was lost', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    let attempts = 0;
    const losing = async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      attempts += 1;
      if (attempts === 1) throw new TypeError('fetch failed');
      return response;
    };
    const { operate } = createHeadroom({ baseUrl: service.baseUrl, fetch: losing, retry: { pauseMs: 0 } });
    expect(await operate('/create-reservation', { zone, capacity: { cores: 6 } })).toMatchObject({
      result: 'ok',
    });
    expect(attempts).toBe(2);
    const { items } = await unwrap(client().http.GET('/reservations', { params: { query: { zone } } }));
    expect(items).toHaveLength(1);
  });

  it('throws a refusal that precedes the operation, and a missing answer', async () => {
    const busy = createHeadroom({
      fetch: () => Promise.resolve(new Response('busy', { status: 503, statusText: 'Busy' })),
      baseUrl: 'http://service.example',
      retry: { attempts: 1 },
    });
    const given = busy.operate('/create-reservation', { capacity: { cores: 1 } });
    await expect(given).rejects.toMatchObject({ status: 503, code: 'http-503', message: 'Busy' });
    const nowhere = createHeadroom({ baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } });
    const lost = nowhere.operate('/create-reservation', { capacity: { cores: 1 } });
    await expect(lost).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe('a request of Group B through the client', () => {
  it('gives the body of the answer', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const query = { zoneId: zone, computeResourceTypeId: 'cpuCores' } as const;
    const answer = await unwrap(client().http.GET('/capacity/compute/query', { params: { query } }));
    expect(answer.capacityInformation).toEqual({ available: 8, reserved: 0, total: 8, allocated: 0 });
  });

  it('throws the problem with its code and offer', async () => {
    const zone = newZone();
    await service.provider({ cores: 8, instances: 8 }, { zone });
    const computePoolReservation = { numCpuCores: 9, numVcInstances: 1, virtualMemSize: 0 };
    const body = { zoneId: zone, computePoolReservation };
    const given = unwrap(client().http.POST('/reservation/compute/create', { body }));
    await expect(given).rejects.toBeInstanceOf(ProblemError);
    await expect(given).rejects.toMatchObject({
      status: 409,
      code: 'capacity-insufficient',
      offer: { maxCapacity: { numCpuCores: 8 } },
    });
  });
});

describe('the identity of the caller', () => {
  it('is sent in headers on each request', async () => {
    const seen: Headers[] = [];
    const options = {
      tenant: 'blue',
      fetch: (request: Request) => (seen.push(request.headers), fetch(request)),
    };
    const { http } = createHeadroom({
      ...options,
      baseUrl: service.baseUrl,
      token: () => Promise.resolve('hr_1'),
    });
    await unwrap(http.GET('/zones'));
    expect([seen[0].get('Authorization'), seen[0].get('Headroom-Tenant')]).toEqual(['Bearer hr_1', 'blue']);
    const byKeystone = createHeadroom({ ...options, baseUrl: service.baseUrl, keystoneToken: 'gAAAA' });
    await unwrap(byKeystone.http.GET('/zones'));
    expect([seen[1].get('X-Auth-Token'), seen[1].get('Authorization')]).toEqual(['gAAAA', null]);
  });
});
