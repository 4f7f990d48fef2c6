import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createTestDatabase } from '../support/test-database.js';
import { runProgram } from './service-process.js';

const KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;

describe('a start that can not succeed', () => {
  it('names each variable that is wrong on a line of its own', async () => {
    const environment = { PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:s3cret@db/x' };
    const { status, stdout, stderr } = await runProgram('src/main.js', [], environment);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).not.toContain('s3cret');
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^PORT: expected /),
      expect.stringMatching(/^DATABASE_URL: expected /),
      expect.stringMatching(/^LOG_LEVEL: expected /),
    ]);
  });

  it('names DATABASE_URL when the database refuses it, without its password', async () => {
    const database = await createTestDatabase();
    const wrong = new URL(database.url);
    wrong.password = 's3cret';
    const environment = { DATABASE_URL: wrong.toString(), CREDENTIAL_KEYS: KEYS, PORT: '0' };
    const { status, stderr } = await runProgram('src/main.js', [], environment);
    await database.drop();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: the database can't be used: .*\n$/);
    expect(stderr).not.toContain('s3cret');
  });

  it('says that its clock is ahead of the one of the database', async () => {
    const database = await createTestDatabase();
    const ahead = 'data:text/javascript,const now = Date.now; Date.now = () => now() + 3_600_000';
    const environment = {
      DATABASE_URL: database.url,
      CREDENTIAL_KEYS: KEYS,
      PORT: '0',
      NODE_OPTIONS: `--import="${ahead}"`,
    };
    const { status, stderr } = await runProgram('src/main.js', [], environment);
    await database.drop();
    expect(status).toBe(1);
    expect(stderr).toMatch(/the clock of this machine is 36\d\d s ahead of the database's/);
  });

  it('names PORT when the port it was given is in use, before it touches the database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const unreachable = 'postgres://headroom@127.0.0.1:1/headroom';
    const environment = { DATABASE_URL: unreachable, CREDENTIAL_KEYS: KEYS, PORT: String(port) };
    const { status, stderr } = await runProgram('src/main.js', [], environment);
    other.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^PORT: ${port} is in use by another program.*\\n$`));
  });
});
