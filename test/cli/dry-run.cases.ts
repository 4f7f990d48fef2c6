import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

const TERMINAL = { columns: 100 };

describe('--dry-run', () => {
  let zone: string;
  let provider: string;
  let id: string;
  beforeAll(async () => {
    zone = newZone();
    ({ provider } = await service.provider({ cores: 8, instances: 8, ram: 65_536 }, { zone }));
    const args = ['reserve', '-z', zone, '--for', '1d', '--cores', '6', '--instances', '6', '--ram', '6G'];
    id = (await headroom(args)).json['reservation-id'] as string;
  });

  const ledger = async (): Promise<object> =>
    service.dataSource.query('select head from zones where zone_id = $1', [zone]);

  it('predicts the result and changes nothing', async () => {
    const before = await ledger();
    const extended = await headroom(['extend', id, '+2d', '--dry-run'], TERMINAL);
    expect(extended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^it would fit: until /) });
    expect((await headroom(['extend', id, '--cores', '9', '--dry-run'])).status).toBe(3);
    expect(await headroom(['cancel', id, '--dry-run'], TERMINAL)).toMatchObject({
      status: 0,
      stdout: 'it could be cancelled\n',
    });
    const create = ['--name', 'i', '--image', 'debian-13', '--flavor', 'm1.small', '--reservation', id];
    const created = await headroom(['instances', 'create', ...create, '--dry-run'], TERMINAL);
    expect(created).toMatchObject({ status: 0, stdout: `it would fit in ${zone}\n` });
    const added = await headroom(['pools', 'add', provider, '--cores', '8', '--dry-run'], TERMINAL);
    expect(added.stdout).toBe('it could be declared, and would admit no reservation\n');
    const removed = await headroom(
      ['pools', 'remove', provider, '--cores', '8', '--force', '--dry-run'],
      TERMINAL,
    );
    expect(removed.stdout).toBe(`would be in conflict ${id}\n`);
    expect(await ledger()).toEqual(before);
  });
});

describe('headroom find', () => {
  it('looks for containers and traits', async () => {
    const zone = newZone();
    const traits = { cpuArchitecture: 'arm64' };
    await service.provider({ cores: 8, instances: 8, ram: 65_536 }, { zone, traits });
    const find = (...more: string[]) => headroom(['find', '-z', zone, '--for', '1d', ...more]);
    expect((await find('--container', 'cores=4,ram=1024,count=2')).json).toHaveLength(1);
    expect((await find('--container', 'cores=4,count=3')).json).toEqual([]);
    expect((await find('--cores', '1', '--trait', 'cpuArchitecture=arm64')).json).toHaveLength(1);
    expect((await find('--cores', '1', '--trait', 'cpuArchitecture=riscv64')).json).toEqual([]);
    expect((await find('--cores', '1', '--container', 'cores=1')).status).toBe(2);
    expect((await find('--container', 'wheels=4')).status).toBe(2);
    expect((await find('--cores', '1', '--trait', 'colour=blue')).status).toBe(2);
  });
});

describe('headroom --version', () => {
  it('is that of its package', async () => {
    expect(await headroom(['--version'])).toMatchObject({ status: 0, stdout: '0.1.0\n' });
  });
});
