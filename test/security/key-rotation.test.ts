import request from 'supertest';
import { credentialKeys } from '../../src/config/parsers.js';
import { newId } from '../../src/kernel/identifiers.js';
import { ProvidersRepository } from '../../src/providers/providers.repository.js';
import { ProvidersService } from '../../src/providers/providers.service.js';
import { KeyRotation } from '../../src/security/key-rotation.js';
import { SealedSecrets } from '../../src/security/sealed-secrets.js';
import { SEALED_COLUMNS, SealedStore } from '../../src/security/sealed-store.js';
import { CLOUD, NEW_KEY, OLD_KEY, startProviders, type ProvidersApp } from '../providers/providers-app.js';

let running: ProvidersApp;

beforeEach(async () => {
  running = await startProviders();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await running.stop();
  await running.database.drop();
});

async function register(password = CLOUD.password): Promise<string> {
  const { body } = await request(running.app.getHttpServer())
    .post('/add-provider')
    .send({ ...CLOUD, password });
  return body['provider-id'] as string;
}

async function restart(keys: string): Promise<void> {
  await running.stop();
  running = await startProviders(keys, running.database);
}

const keysInUse = async () => {
  const uses = await running.app.get(SealedStore).keysInUse(SEALED_COLUMNS[0]);
  return uses.map(({ keyId, count }) => [keyId, count]);
};

it('knows every column that holds sealed secrets', async () => {
  const columns = await running.dataSource.query<{ table: string; column: string }[]>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where column_name like 'sealed%' and table_schema = 'public'`,
  );
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(columns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(known.sort());
});

it('brings a stored secret under the current key, once', async () => {
  await register();
  await restart(`${OLD_KEY},${NEW_KEY}`);
  expect(await keysInUse()).toEqual([['k1', 1]]);
  await restart(`${NEW_KEY},${OLD_KEY}`);
  expect(await keysInUse()).toEqual([['k2', 1]]);
  const [passwords] = await running.app.get(KeyRotation).rotate('all');
  expect(passwords).toMatchObject({ rewrapped: 0, current: 1, unreadable: [], forgotten: [] });
});

it('gives up every kind of secret under a lost key, and none that is readable', async () => {
  await register();
  const lost = new SealedSecrets(credentialKeys(NEW_KEY)).seal('s', 'anywhere');
  const kept = new SealedSecrets(credentialKeys(OLD_KEY)).seal('s', 'anywhere');
  for (const [id, sealed] of [
    [newId(), lost],
    [newId(), kept],
  ]) {
    await running.dataSource.query(
      `insert into subscriptions (id, kind, reservation_ids, created_at, sealed_secret, sealed_previous, previous_until, sealed_token)
       values ($1, 'reservation', '[]', now(), $2, $2, now(), $2)`,
      [id, sealed],
    );
    await running.dataSource.query(
      'insert into idempotency_keys (key, sealed, created_at) values ($1, $2, now())',
      [id, sealed],
    );
  }
  const rotations = await running.app.get(KeyRotation).rotate('all', 'k2');
  const counts = rotations.map(({ current, forgotten, unreadable }) => [
    current,
    forgotten.length,
    unreadable.length,
  ]);
  expect(counts).toEqual([[1, 0, 0], ...Array.from({ length: 4 }, () => [1, 1, 0])]);
  const again = await running.app.get(KeyRotation).rotate('all', 'k2');
  expect(again.map(({ current, forgotten }) => [current, forgotten.length])).toEqual([
    [1, 0],
    [2, 0],
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

it('does not bring back a secret that was exchanged while it was being re-wrapped', async () => {
  const id = await register();
  const store = running.app.get(SealedStore);
  const [before] = await store.page(SEALED_COLUMNS[0], undefined, undefined, 1);
  await register('the new one');
  await running.stop();
  running = await startProviders(`${OLD_KEY},${NEW_KEY}`, running.database);
  await restart(`${NEW_KEY},${OLD_KEY}`);
  jest.spyOn(running.app.get(SealedStore), 'page').mockResolvedValueOnce([before]);
  const [passwords] = await running.app.get(KeyRotation).rotate('all');
  expect(passwords).toMatchObject({ unreadable: [] });
  const provider = await running.app.get(ProvidersRepository).find(id);
  if (!provider) throw new Error('there is no such provider');
  const { connection } = await running.app.get(ProvidersService).platformOf(provider);
  expect(connection.password).toBe('the new one');
});
