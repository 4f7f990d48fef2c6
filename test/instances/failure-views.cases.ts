import { eventually } from '../support/eventually.js';
import { as, believePrincipals, consumer } from '../support/principals.js';
import { openstackCloud, type OpenstackCloud } from './clouds.js';

const OPERATOR = as('operator');
const RED = consumer('red');
const RETRIED = 'the platform could not do it yet; it is tried again';

describe('the failure of an instance', () => {
  let cloud: OpenstackCloud;
  beforeEach(async () => {
    cloud = await openstackCloud({ before: believePrincipals });
    const amounts = { cores: 4, ram: 4096, instances: 4, gigabytes: 40 };
    await cloud.service.provider(amounts, cloud.registration);
  });
  afterEach(() => cloud.stop());

  const begin = async (): Promise<string> => {
    const order = { name: 'web', image: 'debian-13', flavor: 'm1.tiny' };
    const { body } = await cloud.service.http.post('/create-instance').set(RED).send(order);
    return body['instance-id'] as string;
  };
  const failureFor = async (headers: Record<string, string>, id: string): Promise<unknown> =>
    (await cloud.service.http.get(`/instances/${id}`).set(headers)).body.failure;

  it('names the address of its platform only to callers that see all tenants', async () => {
    const { origin } = cloud.fake;
    await cloud.fake.stop();
    const id = await begin();
    await eventually(async () => expect(await failureFor(OPERATOR, id)).toContain(origin));
    expect(await failureFor(as('auditor'), id)).toContain(origin);
    const { http } = cloud.service;
    const list = await http.get('/instances').set(RED);
    const marked = await http.patch(`/instances/${id}`).set(RED).send({ name: 'other' });
    expect(await failureFor(RED, id)).toBe(RETRIED);
    expect([list.body.items[0].failure, marked.body.failure]).toEqual([RETRIED, RETRIED]);
  });

  it('has what its platform says about a creation that it refuses', async () => {
    cloud.fake.intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/servers')
        ? { status: 400, content: { badRequest: { code: 400, message: 'no such image' } } }
        : undefined;
    const id = await begin();
    const refusal = 'the compute service answers 400: no such image';
    await eventually(async () => expect(await failureFor(RED, id)).toBe(refusal));
  });
});
