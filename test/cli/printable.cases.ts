import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

const HOSTILE = '\u001b]0;title\u0007a\u009bb\u202ec\u2028d';
const SHOWN = '\ufffd]0;title\ufffda\ufffdb\ufffdc\ufffdd';

describe('a name with control characters', () => {
  it('does not reach the terminal in a list, a record or a message; JSON keeps it', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const made = await headroom(['reserve', '-z', zone, '--cores', '1', '--name', HOSTILE]);
    expect(made.status).toBe(0);
    const list = ['reservations', '-z', zone];
    const show = ['show', made.json['reservation-id'] as string];
    for (const args of [list, show]) {
      const { stdout } = await headroom(args, { columns: 100 });
      expect(stdout).toContain(SHOWN);
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const json = await headroom([...list, '--json'], { columns: 100 });
    expect(json.json).toMatchObject([{ name: HOSTILE }]);
    expect(json.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    const csv = [
      'report',
      'usage',
      '--by',
      'reservation',
      '-z',
      zone,
      '--from',
      '-1h',
      '--to',
      '+2h',
      '--csv',
    ];
    expect((await headroom(csv, { columns: 100 })).stdout).toContain(SHOWN);
    expect((await headroom(csv)).stdout).toContain(HOSTILE);
    const unknown = await headroom(['capacity', '-z', zone, '-c', HOSTILE], { columns: 100 });
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining(SHOWN) });
  });

  it('does not reach it while it watches, nor while it listens', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const seenBy = async (...args: string[]): Promise<string> => {
      const ending = new AbortController();
      const running = headroom(args, {
        columns: 100,
        signal: ending.signal,
        onOutput: (stdout) => stdout.includes('title') && ending.abort(),
      });
      const reserve = ['reserve', '-z', zone, '--cores', '1', '--start', '+1d', '--name', HOSTILE];
      const timer = setInterval(() => void headroom(reserve), 1_000);
      const { stdout } = await running.finally(() => clearInterval(timer));
      return stdout;
    };
    expect(await seenBy('reservations', '-z', zone, '--watch')).toContain(SHOWN);
    expect(await seenBy('listen', 'reservations', '--poll')).toContain(SHOWN);
  });
});
