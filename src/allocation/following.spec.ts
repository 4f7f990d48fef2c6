import { Following } from './following.js';

/** A zone that another process decides, with so many entries that this one has not read. */
class Zone {
  looks = 0;
  isTakenOver = false;

  constructor(
    public unread: number,
    readonly decider: { elsewhere?: string; isToTakeOver: boolean } = { elsewhere: 'b', isToTakeOver: false },
  ) {}

  follow(most: number): Promise<number> {
    this.looks += 1;
    const read = Math.min(most, this.unread);
    this.unread -= read;
    return Promise.resolve(read);
  }

  takeOver(): Promise<void> {
    this.isTakenOver = true;
    this.decider.elsewhere = undefined;
    return Promise.resolve();
  }
}

describe('following what other processes decide', () => {
  const following = (zones: readonly Zone[]): Following =>
    new Following(() => zones as unknown as ReturnType<ConstructorParameters<typeof Following>[0]>);

  it('reads so much in a round, however many the zones are, and comes to all of them', async () => {
    const zones = Array.from({ length: 20 }, () => new Zone(1_000));
    const rounds = following(zones);
    const unread = (): number => zones.reduce((sum, zone) => sum + zone.unread, 0);
    await rounds.round();
    expect(unread()).toBe(20_000 - 250);
    for (let more = 0; more < 79; more++) await rounds.round();
    expect(unread()).toBe(0);
  });

  it('looks at few zones in a round where nothing is new', async () => {
    const zones = Array.from({ length: 100 }, () => new Zone(0));
    await following(zones).round();
    expect(zones.reduce((sum, zone) => sum + zone.looks, 0)).toBe(8);
  });

  it('leaves alone what is decided here', async () => {
    const zone = new Zone(10, { elsewhere: undefined, isToTakeOver: false });
    await following([zone]).round();
    expect(zone.looks).toBe(0);
  });

  it('takes over at once what it is to', async () => {
    const zones = [new Zone(10), new Zone(10, { elsewhere: 'b', isToTakeOver: true })];
    await following(zones).round();
    expect(zones.map(({ isTakenOver }) => isTakenOver)).toEqual([false, true]);
  });
});
