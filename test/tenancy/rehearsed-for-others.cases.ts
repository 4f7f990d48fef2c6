import { as, believePrincipals, consumer } from '../support/principals.js';
import { startService, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

const ZONE = 'full';

// Regression: a dry run named the waiting reservations of others that it would let in.
describe('a dry run that would free what another tenant waits for', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ before: believePrincipals });
    await service.provider({ cores: 4, instances: 4 }, { zone: ZONE });
  });
  afterAll(() => service.stop());

  const post = async (headers: Record<string, string>, path: string, body: object): Promise<Body> =>
    (await service.http.post(path).set(headers).send(body)).body as Body;
  const reserve = async (tenant: string, cores: number, more: object = {}): Promise<string> => {
    const request = { zone: ZONE, capacity: { cores, instances: cores }, ...more };
    const answer = await post(consumer(tenant), '/create-reservation', request);
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  };

  it('names only what exists for its caller', async () => {
    const held = await reserve('red', 4);
    const [foreign, own] = [
      await reserve('blue', 1, { wait: true }),
      await reserve('red', 1, { wait: true }),
    ];
    const named = { 'reservation-id': held, 'dry-run': true };
    const cancel = (headers: Record<string, string>) => post(headers, '/cancel-reservation', named);
    expect(await cancel(consumer('red'))).toMatchObject({ result: 'ok', admitted: [own] });
    expect(await cancel(as('operator'))).toMatchObject({ result: 'ok', admitted: [foreign, own] });
    const smaller = { ...named, capacity: { cores: 1, instances: 1 } };
    expect(await post(consumer('red'), '/update-reservation', smaller)).toMatchObject({ admitted: [own] });
    const change = { reservationId: held, computePoolReservation: { numCpuCores: 1, numVcInstances: 1 } };
    const updated = await post(consumer('red'), '/reservation/compute/update', { ...change, dryRun: true });
    expect(updated.admitted).toEqual([own]);
    const { body } = await service.http
      .delete(`/reservation/compute/${held}?dryRun=true`)
      .set(consumer('red'));
    expect(body.admitted).toEqual([own]);
  });
});
