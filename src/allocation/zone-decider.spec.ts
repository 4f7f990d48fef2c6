import { jest } from '@jest/globals';
import { ZoneDecider } from './zone-decider.js';

interface Process {
  readonly name: string;
  readonly decider: ZoneDecider;
  isReachable: boolean;
}

/** Processes that all write to zone `z`; who can't be reached can't be reached by anyone. */
function processes(...names: string[]): Process[] {
  const all: Process[] = names.map((name) => {
    const isUsable = (peer: string): boolean =>
      all.find((other) => other.name === peer)?.isReachable ?? false;
    return { name, decider: new ZoneDecider('z', { own: name, isUsable }), isReachable: true };
  });
  return all;
}

/** Each in turn sees what the last one has left in the zone's row, and appends where it decides itself. */
function rounds(all: readonly Process[], many = 4, row: string | undefined = undefined): string | undefined {
  let mark = row;
  for (let round = 0; round < many; round++) {
    for (const { decider } of all) {
      decider.noteMark(mark);
      if (decider.elsewhere !== undefined) continue;
      mark = decider.mark ?? mark;
      decider.noteAppended();
    }
  }
  return mark;
}

describe('which process decides a zone', () => {
  it('is the one that has always done so, where nobody else writes', () => {
    const [only] = processes('a');
    expect(rounds([only])).toBe('a');
    expect(only.decider.elsewhere).toBeUndefined();
  });

  it('comes to be one and the same for all, whoever began', () => {
    const names = ['a', 'b', 'c', 'd'];
    const decided = [0, 1, 2, 3].map((first) => {
      const all = processes(...names.slice(first), ...names.slice(0, first));
      const mark = rounds(all);
      const deciding = all.filter(({ decider }) => decider.elsewhere === undefined);
      expect(deciding.map(({ name }) => name)).toEqual([mark]);
      for (const { name, decider } of all) if (name !== mark) expect(decider.elsewhere).toBe(mark);
      return mark;
    });
    expect(new Set(decided).size).toBe(1);
  });

  it('is another one when that can no longer be reached', () => {
    const all = processes('a', 'b', 'c');
    const first = rounds(all);
    const [gone] = all.filter(({ name }) => name === first);
    gone.isReachable = false;
    const left = all.filter((process) => process !== gone);
    const second = rounds(left, 4, first);
    expect(second).not.toBe(first);
    expect(left.filter(({ decider }) => decider.elsewhere === undefined).map(({ name }) => name)).toEqual([
      second,
    ]);
  });

  it('marks nothing while another one decides', () => {
    const all = processes('a', 'b');
    const mark = rounds(all);
    for (const { name, decider } of all) expect(decider.mark).toBe(name === mark ? name : undefined);
  });

  it('is not for a process to say that nobody can ask', () => {
    const decider = new ZoneDecider('z', { own: undefined, isUsable: () => true });
    decider.noteMark('a');
    expect(decider.elsewhere).toBeUndefined();
    expect(decider.mark).toBeUndefined();
  });

  it('is the one that alone has asked the other, once it knows all and has appended', () => {
    const all = processes('a', 'b');
    const mark = rounds(all);
    const [asker] = all.filter(({ name }) => name !== mark);
    expect(asker.decider.isToTakeOver).toBe(false);
    asker.decider.noteReply({ isAlone: true });
    expect(asker.decider.isToTakeOver).toBe(true);
    asker.decider.takeOver();
    // What the zone's row still says is old.
    asker.decider.noteMark(mark);
    expect(asker.decider.elsewhere).toBeUndefined();
    expect(asker.decider.mark).toBe(asker.name);
    asker.decider.noteAppended();
    asker.decider.noteMark(asker.name);
    expect(asker.decider.isToTakeOver).toBe(false);
  });
});

describe('who asks', () => {
  let time: number;
  beforeEach(() => {
    time = 10_000;
    jest.spyOn(performance, 'now').mockImplementation(() => time);
  });
  afterEach(() => jest.restoreAllMocks());

  const decider = () => new ZoneDecider('z', { own: 'a', isUsable: () => true });

  it('is alone after a second in which nobody else has asked', () => {
    const asked = decider();
    expect(asked.noteSource('b')).toBe(false);
    time += 1_001;
    expect(asked.noteSource('b')).toBe(true);
    expect(asked.noteSource('c')).toBe(false);
    expect(asked.noteSource('b')).toBe(false);
  });

  it('is not alone while the process has clients of its own', () => {
    const asked = decider();
    asked.noteSource('b');
    asked.noteSource();
    time += 1_001;
    expect(asked.noteSource()).toBe(false);
    expect(asked.noteSource('b')).toBe(false);
  });
});
