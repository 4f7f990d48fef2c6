import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

const zone = newZone();

async function reserve(): Promise<string> {
  const { json } = await headroom(['reserve', '-z', zone, '--for', '1d', '--cores', '1']);
  return json['reservation-id'] as string;
}

describe('a change of several records, of which one fails', () => {
  beforeAll(() => service.provider({ cores: 8 }, { zone }));

  it('shows those that are done, in words and as JSON', async () => {
    const [first, second] = [await reserve(), await reserve()];
    const shown = await headroom(['cancel', first, 'nothing', second], { columns: 100 });
    expect(shown).toMatchObject({ status: 4, stdout: `cancelled ${first}\n` });
    expect(shown.stderr).toContain('no reservation found');
    const piped = await headroom(['cancel', second, 'nothing']);
    expect(piped.json).toEqual([expect.objectContaining({ 'reservation-id': second, result: 'ok' })]);
    expect((await headroom(['cancel', 'nothing', second])).stdout).toBe('');
  });

  it('does so for subscriptions', async () => {
    const made = await headroom(['subscribe', 'reservations']);
    const ended = await headroom(['subscribe', 'end', made.json.id, made.json.id], { columns: 100 });
    expect(ended).toMatchObject({ status: 4, stdout: `ended ${made.json.id}\n` });
  });
});
