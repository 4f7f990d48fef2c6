import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Starts a `Service` of the proof on a port, in a process of its own. Returns `started` or the error message. */
async function startAt(port: number): Promise<string> {
  const module = JSON.stringify(join(process.cwd(), 'prove/system/service.mjs'));
  const options = JSON.stringify({
    index: 0,
    port,
    databaseUrl: 'postgres://nowhere',
    directory: '/nowhere',
  });
  const program = `
    const { Service } = await import(${module});
    const said = await new Service(${options}).start().then(() => 'started', (error) => error.message);
    process.stdout.write(said, () => process.exit());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout;
}

describe('the place of a service process', () => {
  it('does not count as started if another program answers', async () => {
    const other = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await startAt(port)).toBe(`port ${port} is taken by somebody else`);
    await new Promise((resolve) => other.close(resolve));
  }, 30_000);
});
