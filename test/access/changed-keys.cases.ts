import { jest } from '@jest/globals';
import { KeysRepository } from '../../src/access/keys/keys.repository.js';
import { KnownKeys } from '../../src/access/keys/known-keys.js';
import { startService, type RunningService } from '../support/service.js';
import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

describe('A key that is changed', () => {
  let service: GuardedService;
  let other: RunningService;
  beforeAll(async () => {
    service = await startGuarded();
    const { database, clock } = service;
    other = await startService({ database, clock, environment: { AUTH: 'keys' } });
    // It polls only when a test asks.
    await other.app.get(KnownKeys).onModuleDestroy();
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  const statusOf = async (process: RunningService, key: string): Promise<number> =>
    (await process.http.get('/whoami').set(bearer(key))).status;
  const rotate = async (keyId: string, overlapSeconds?: number): Promise<string> => {
    const rotation = service.http.post(`/keys/${keyId}/rotate`).set(bearer(service.admin));
    const answer = await rotation.send({ overlapSeconds });
    return answer.body.key as string;
  };

  it('is known by its new secret to a process that knew it before, without waiting for its next poll', async () => {
    const { keyId, key } = await service.makeKey({ role: 'auditor' });
    expect(await statusOf(other, key)).toBe(200);
    const rotated = await rotate(keyId);
    service.clock.advance(1);
    expect(await statusOf(other, rotated)).toBe(200);
    expect(await statusOf(other, key)).toBe(200);
  });

  it('is read once a second at most for secrets that are not its own', async () => {
    const { keyId, key } = await service.makeKey({ role: 'auditor' });
    await rotate(keyId, 0);
    expect(await statusOf(other, key)).toBe(401);
    const reads = jest.spyOn(other.app.get(KeysRepository), 'findAll');
    const statuses = new Set<number>();
    for (let round = 0; round < 2; round += 1) {
      service.clock.advance(1);
      for (let sent = 0; sent < 3; sent += 1) statuses.add(await statusOf(other, key));
    }
    expect([...statuses]).toEqual([401]);
    expect(reads).toHaveBeenCalledTimes(2);
    reads.mockRestore();
  });

  const revoke = (keyId: string) => service.http.delete(`/keys/${keyId}`).set(bearer(service.admin));

  it.each([
    ['this process', () => service],
    ['another process', () => other],
  ])('is not remembered as it was by a lookup that began before the change in %s', async (_, reader) => {
    const { keyId, key } = await service.makeKey({ role: 'auditor' });
    const keys = reader().app.get(KeysRepository);
    const reads = jest.spyOn(keys, 'findAll').mockImplementationOnce(async (ids) => {
      reads.mockRestore();
      const found = await keys.findAll(ids);
      await revoke(keyId);
      await reader().app.get(KnownKeys).tick();
      return found;
    });
    await statusOf(reader(), key);
    expect(await statusOf(reader(), key)).toBe(401);
  });

  describe('and lost with its change in a recovery of the database', () => {
    const lose = (keyId: string) => service.dataSource.query('delete from api_keys where id = $1', [keyId]);

    // Regression: an admin key made after the time that was recovered to was accepted until the process ended.
    it('is read again once the process polls another start of the server', async () => {
      const { keyId, key } = await service.makeKey({ role: 'auditor' });
      const [known, keys] = [other.app.get(KnownKeys), other.app.get(KeysRepository)];
      await known.tick();
      expect(await statusOf(other, key)).toBe(200);
      await lose(keyId);
      const server = jest.spyOn(keys, 'server').mockResolvedValue('another');
      await known.tick();
      expect(await statusOf(other, key)).toBe(401);
      server.mockRestore();
    });

    it('is not accepted again after it was found to be gone', async () => {
      const { keyId, key } = await service.makeKey({ role: 'auditor' });
      const known = other.app.get(KnownKeys);
      expect(await statusOf(other, key)).toBe(200);
      await lose(keyId);
      service.clock.advance(11);
      expect(await statusOf(other, key)).toBe(401);
      await known.tick();
      service.clock.advance(1);
      expect(await statusOf(other, key)).toBe(401);
      service.clock.advance(11);
      await known.tick();
      expect(await statusOf(other, key)).toBe(401);
    });
  });

  // The clock of a paused machine may be behind for hours when it goes on.
  it('is read again by a process that has not polled for longer than its own clock says', async () => {
    const { keyId, key } = await service.makeKey({ role: 'auditor' });
    const [known, keys] = [other.app.get(KnownKeys), other.app.get(KeysRepository)];
    await known.tick();
    expect(await statusOf(other, key)).toBe(200);
    const poll = jest.spyOn(keys, 'changedOfLate');
    poll.mockResolvedValue({ readAt: Date.now() / 1000 - 180, changed: [] });
    await known.tick();
    poll.mockRestore();
    await revoke(keyId);
    await service.dataSource.query(`update api_keys set changed_at = now() - interval '2 minutes'`);
    await known.tick();
    expect(await statusOf(other, key)).toBe(401);
  });
});
