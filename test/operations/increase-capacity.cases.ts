import { capacityAt, hour } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /increase-capacity', () => {
  const increase = (body: object) => service.operation('increase-capacity', body);

  describe('ok', () => {
    it('enters a pool from now on and for ever, in the words clients match on', async () => {
      const { provider } = await service.provider({}, { zone: 'open' });
      expect(await capacityAt(service, 'open')).toEqual({});
      const answer = await increase({ source: provider, capacity: { cores: '4', ram: '1024' } });
      expect(answer).toEqual({
        result: 'ok',
        'pool-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: 'capacity increase successful',
      });
      expect(await capacityAt(service, 'open')).toEqual({ cores: 4, ram: 1024 });
      expect(await capacityAt(service, 'open', '2999-01-01T00:00:00Z')).toEqual({ cores: 4, ram: 1024 });
      const pool = (await service.http.get(`/pools/${answer['pool-id']}`)).body;
      expect(pool).toMatchObject({ providerId: provider, zone: 'open', start: '2030-01-01T00:00:00Z' });
      expect(pool).not.toHaveProperty('end');
    });

    it('holds within its window only, so that an upgrade can be planned', async () => {
      const { provider } = await service.provider({ cores: 2 }, { zone: 'planned' });
      await increase({ source: provider, start: hour(9), end: hour(17), capacity: { cores: 3 } });
      const at = async (hours: number) => (await capacityAt(service, 'planned', hour(hours))).cores;
      expect([await at(8), await at(9), await at(16), await at(17)]).toEqual([2, 5, 5, 2]);
    });

    it('takes a provider or a pool as source, bare or with its kind, and enters a pool of its own each time', async () => {
      const { provider, pool } = await service.provider({ cores: 1 }, { zone: 'sources' });
      const ids = new Set([pool]);
      for (const source of [provider, `ResourceProvider:${provider}`, pool, `ResourcePool:${pool}`]) {
        const answer = await increase({ source, capacity: { cores: 1 } });
        expect(answer).toMatchObject({ result: 'ok' });
        ids.add(answer['pool-id'] as string);
      }
      expect(ids.size).toBe(5);
      expect(await capacityAt(service, 'sources', undefined, 'total')).toEqual({ cores: 5 });
    });

    it('adds up beyond 32 bits', async () => {
      const { provider } = await service.provider({ ram: 2147483647 }, { zone: 'large' });
      await increase({ source: provider, capacity: { ram: '2147483647' } });
      await increase({ source: provider, capacity: { ram: 2147483647 } });
      expect(await capacityAt(service, 'large')).toEqual({ ram: 6442450941 });
    });

    it('takes more than was discovered, with a warning', async () => {
      const { provider } = await service.provider({ cores: 8 }, { zone: 'beyond' });
      await service.dataSource.query(`update providers set limits = '{"cores": 10}' where id = $1`, [
        provider,
      ]);
      const within = await increase({ source: provider, capacity: { cores: 2 } });
      expect(within).toMatchObject({ result: 'ok', message: 'capacity increase successful' });
      const beyond = await increase({ source: provider, capacity: { cores: 1 } });
      expect(beyond).toMatchObject({
        result: 'ok',
        message: expect.stringMatching(/^capacity increase successful.+cores/),
      });
    });

    it('carries all eleven classes', async () => {
      const names = ['cores', 'ram', 'instances', 'addresses', 'gigabytes', 'volumes', 'snapshots'];
      const all = Object.fromEntries(
        [...names, 'networks', 'ports', 'routers', 'subnets'].map((name) => [name, 7]),
      );
      await service.provider(all, { zone: 'eleven' });
      expect(await capacityAt(service, 'eleven')).toEqual(all);
    });
  });

  describe('error', () => {
    it('for a source that is unknown, or is neither provider nor pool', async () => {
      await service.provider({ cores: 1 }, { zone: 'wrong' });
      const made = await service.operation('create-reservation', { zone: 'wrong', capacity: { cores: 1 } });
      const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
      for (const source of [unknown, `ResourceProvider:${unknown}`, 'anything', made['reservation-id']]) {
        const answer = await increase({ source, capacity: { cores: 1 } });
        // `source` is named as it was sent: as a single value, not as an element of a list.
        expect(answer).toMatchObject({
          result: 'error',
          message: expect.stringMatching(/^source (names|must)/),
        });
        expect(answer).not.toHaveProperty('pool-id');
      }
    });

    it('for what is missing or amounts to nothing, naming it', async () => {
      const { provider: source } = await service.provider({ cores: 1 }, { zone: 'missing' });
      const errors = async (body: object, text: string) =>
        expect(await increase(body)).toMatchObject({
          result: 'error',
          message: expect.stringContaining(text),
        });
      await errors({ capacity: { cores: 1 } }, "must provide 'source' parameter");
      await errors({ source }, "must provide 'capacity' parameter");
      await errors({ source, capacity: {} }, 'capacity');
      await errors({ source, capacity: { cores: 0, ram: '0' } }, 'capacity');
      await errors({ source, capacity: { cores: -5 } }, 'capacity.cores');
      await errors({ source, capacity: 'much' }, 'capacity');
      await errors({ source, capacity: { cores: 1 }, start: 'soon' }, 'start');
      await errors({ source, capacity: { cores: 1 }, start: hour(9), end: hour(9) }, 'end');
      await errors({ source, capacity: { cores: 1 }, end: '2029-12-31T00:00:00Z' }, 'end');
      expect(await capacityAt(service, 'missing')).toEqual({ cores: 1 });
    });
  });
});
