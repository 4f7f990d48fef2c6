import { readFileSync, statSync } from 'node:fs';
import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

describe('headroom providers, pools and instances', () => {
  it('register a cloud, declare its capacity, and draw an instance on a reservation', async () => {
    const zone = newZone();
    const register = [
      'providers',
      'add',
      `http://${zone}.example:5000/v3`,
      '--type',
      'simulated',
      '--username',
      'op',
      '-z',
      zone,
    ];
    const added = await headroom(register, { stdin: 'secret\n' });
    expect(added).toMatchObject({ status: 0, json: { result: 'ok' } });
    const provider = added.json['provider-id'];
    expect(await headroom(register)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('password'),
    });
    expect((await headroom(['providers', '-z', zone])).json).toHaveLength(1);
    expect(await headroom(['providers', 'discover', provider])).toMatchObject({ status: 0 });

    const declare = ['pools', 'add', provider, '--cores', '8', '--ram', '16G', '--instances', '4'];
    expect(await headroom(declare)).toMatchObject({ status: 0, json: { result: 'ok' } });
    expect(await headroom(['pools', 'remove', provider, '--cores', '9'])).toMatchObject({ status: 3 });
    expect((await headroom(['pools', '-z', zone])).json).toHaveLength(1);

    const reserve = ['reserve', '-z', zone, '--cores', '4', '--ram', '8G', '--instances', '2'];
    const reservation = (await headroom(reserve)).json['reservation-id'];
    const create = [
      'instances',
      'create',
      '--name',
      'web-1',
      '--image',
      'debian-13',
      '--flavor',
      'm1.small',
      '--reservation',
      reservation,
    ];
    const instance = (await headroom(create)).json['instance-id'];
    expect((await headroom(['instances', '--reservation', reservation])).json).toEqual([
      expect.objectContaining({ instanceId: instance, name: 'web-1' }),
    ]);
    expect((await headroom(['show', reservation], { columns: 100 })).stdout).toContain(instance);
    expect(await headroom(['instances', 'destroy', instance])).toMatchObject({ status: 0 });
  });
});

describe('headroom login', () => {
  it('stores the address and the key in a file that only its owner may read', async () => {
    const args = ['login', service.baseUrl, '--as', 'north'];
    const { status, json } = await headroom(args, { stdin: 'hr_key\n' });
    expect(status).toBe(0);
    expect(statSync(json.file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(json.file, 'utf8'))).toEqual({
      current: 'north',
      profiles: { north: { url: service.baseUrl, apiKey: 'hr_key' } },
    });
    const elsewhere = { env: { HEADROOM_URL: 'http://127.0.0.1:1' } };
    expect(await headroom(['--url', service.baseUrl, 'pools'], elsewhere)).toMatchObject({ status: 0 });
    expect(await headroom(['pools'], elsewhere)).toMatchObject({ status: 5 });
  });

  it('stores nothing for a service that does not answer', async () => {
    expect(await headroom(['login', 'http://127.0.0.1:1', '--as', 'south'])).toMatchObject({ status: 5 });
    expect(await headroom(['--profile', 'south', 'pools'])).toMatchObject({ status: 2 });
  });
});
