import { withIdsOf } from './container-ids.js';

const DISK = { typeOfStorage: 'volume', sizeOfStorage: 16 };
const described = (more: object = {}) => ({ flavorId: 'f1', virtualCpu: { numVirtualCpu: 2 }, ...more });

const present = [
  described({ virtualDisks: { storageId: 's1', ...DISK }, containerId: 'a' }),
  described({ containerId: 'b', virtualDisks: [{ storageId: 's2', ...DISK }] }),
].map((description) => ({ description }));

describe('the ids of a container of an update', () => {
  it.each([
    [0, described({ containerId: 'a', virtualDisks: DISK })],
    [0, described({ virtualDisks: DISK, virtualMemory: undefined })],
    [0, described({ containerId: 'b', virtualDisks: [DISK] })],
  ])('at %i are kept if it is described as before: %j', (position, description) => {
    const kept = withIdsOf(present, [
      ...present.slice(0, position).map((one) => one.description),
      description,
    ])[position];
    expect(present.map((one) => one.description)).toContain(kept);
    if ('containerId' in description) expect(kept.containerId).toBe(description.containerId);
  });

  it.each([
    ['another name', described({ containerId: 'c', virtualDisks: DISK })],
    ['another form of its disks', described({ containerId: 'a', virtualDisks: [DISK] })],
    ['another disk', described({ containerId: 'a', virtualDisks: { ...DISK, sizeOfStorage: 17 } })],
  ])('are new with %s', (_, description) => {
    const { containerId, virtualDisks } = withIdsOf(present, [description])[0];
    expect(containerId).toBe((description as { containerId?: string }).containerId);
    const [disk] = [virtualDisks].flat();
    expect(disk).toMatchObject({ storageId: expect.not.stringMatching(/^s\d$/) });
  });

  it('are new beyond the present ones', () => {
    expect(withIdsOf(present, [described(), described(), described()])[2].containerId).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  // Regression: one that was added beside others, or in their place, got the ids of one of them.
  it.each([[['b', undefined]], [[undefined, 'a']], [['a', 'b', undefined]], [['a', 'a']]])(
    'are given once: %j',
    (names) => {
      const alike = ['a', 'b'].map((containerId) => ({
        description: described({ containerId, virtualDisks: { storageId: `s-${containerId}`, ...DISK } }),
      }));
      const wanted = names.map((containerId) => described({ containerId, virtualDisks: DISK }));
      const disks = withIdsOf(alike, wanted).map(({ virtualDisks }) => JSON.stringify(virtualDisks));
      expect(new Set(disks).size).toBe(names.length);
      const unnamed = withIdsOf(alike, wanted).map(({ containerId }) => containerId);
      expect(unnamed[names.indexOf(undefined)]).not.toBe(names.find(Boolean));
    },
  );
});
