import { newId } from '../../src/kernel/identifiers.js';
import { boot, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();

describe('elements of query-capacity for what is available', () => {
  let one: { provider: string; pool: string };
  let two: { provider: string; pool: string };
  let tied: string;
  let drawn: string;
  beforeAll(async () => {
    one = await service.provider({ cores: 10, ram: 9999, instances: 20 }, { zone: ZONE });
    two = await service.provider({ cores: 6, ram: 9999, instances: 20 }, { zone: ZONE });
    const window = [undefined, hour(24)] as const;
    tied = await reserved(
      service,
      ZONE,
      window,
      { cores: 3, ram: 4096, instances: 3 },
      { elements: [`ResourceProvider:${one.provider}`] },
    );
    drawn = (await boot(service, { 'reservation-id': tied }))['instance-id'];
    // This reservation lies on the first provider without naming it.
    await reserved(service, ZONE, window, { cores: 7 });
    await boot(service, { 'provider-id': two.provider });
  });

  const query = async (elements: object, without: readonly string[] = []) => {
    const body = { zone: ZONE, elements, without, window: { start: hour(9), end: hour(10) } };
    const { collections, utilization } = await service.operation('query-capacity', body);
    const [{ count, capacity }] = utilization;
    return { collections: (collections as string[]).sort(), count, cores: capacity.cores };
  };
  const pool = ({ pool: id }: { pool: string }) => `ResourcePool:${id}`;
  const held = () => `ResourceReservation:${tied}`;

  it('narrow the amounts to the selected providers: what is free there, whatever reserves the rest', async () => {
    expect(await query({ some: [one.provider] })).toEqual({
      collections: [pool(one), held()].sort(),
      count: 2,
      cores: 0,
    });
    expect(await query({ every: [`ResourceProvider:${two.provider}`] })).toEqual({
      collections: [pool(two)],
      count: 1,
      cores: 5,
    });
    expect((await query({ some: [one.provider, two.provider, drawn] })).cores).toBe(5);
  });

  it('select no capacity where they name no provider', async () => {
    expect(await query({ some: [drawn] })).toEqual({ collections: [held()], count: 1, cores: 0 });
    expect((await query({ every: [one.provider, two.provider] })).cores).toBe(0);
  });

  it('go together with without', async () => {
    expect((await query({ some: [one.provider] }, [tied])).cores).toBe(2);
    expect((await query({ some: [one.provider, two.provider] }, [one.provider])).cores).toBe(5);
    expect((await query({ some: [one.provider] }, [one.pool])).cores).toBe(-10);
    expect((await query({ some: [one.provider] }, [two.pool])).cores).toBe(0);
  });

  it.each(['without', 'some', 'every'])(
    'a thousand references in %s are fine, one more is refused',
    async (member) => {
      const asking = (count: number) => {
        const list = Array.from({ length: count }, newId);
        return member === 'without' ? { without: list } : { elements: { [member]: list } };
      };
      expect(await service.operation('query-capacity', asking(1000))).toMatchObject({ result: 'ok' });
      const field = member === 'without' ? member : `elements.${member}`;
      expect(await service.operation('query-capacity', { ...asking(1001), zone: 'atlantis' })).toMatchObject({
        result: 'error',
        message: `${field} must be a list of at most 1000 elements`,
      });
    },
  );
});
