import type { Received } from '../notifications/receiver.js';
import type { Caller } from '../support/calls.js';
import type { Known, LoadClient } from './client.js';
import { untold } from './told.js';
import { compare } from './verify.js';

// The suite depends on these checks, so each is tested with errors that it must find.

const known = (more: Partial<Known> = {}): Known => ({
  id: 'r',
  name: 'n',
  amounts: [1, 2],
  isCancelled: true,
  ...more,
});

describe('notifications', () => {
  const said = (position: number, changeType: string, amount?: number): Received => {
    const changedReservationData = { computePoolReserved: { virtualMemSize: amount } };
    const body = { reservationId: 'r', changeType, changedReservationData };
    return { path: '/', id: `${position}`, position, headers: {}, text: '', body };
  };
  const created = said(1, 'Reservation created', 1);
  const changed = said(2, 'Reservation resource change', 2);
  const ended = said(3, 'Reservation terminated');

  it('may be repeated before the next', () => {
    expect(untold([created, created, changed, ended, ended], [known()])).toEqual([]);
  });

  it.each([
    ['lost', [created, ended]],
    ['reordered', [created, ended, changed]],
    ['repeated after a later one', [created, changed, created, ended]],
    ['made up', [created, changed, said(3, 'Reservation resource change', 3), ended]],
  ])('must not be %s', (_how, received) => {
    expect(untold(received, [known()])).not.toEqual([]);
  });
});

describe('effects', () => {
  /** Compares one client's records with the data of a service in one zone. */
  async function judged(reservations: object[], pools: number, client: object) {
    const items = [reservations, Array.from({ length: pools + 1 }, () => ({}))];
    const get = (path: string) =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: { items: items[path.startsWith('/pools') ? 1 : 0] },
      });
    const options = { zone: 'z', provider: 'p' };
    const none = { reservations: [], doubtful: [], refused: [], pools: { acknowledged: 1, doubtful: 1 } };
    const { lost, doubled } = await compare({ get } as unknown as Caller, [
      { options, ...none, ...client } as unknown as LoadClient,
    ]);
    return [lost.length, doubled.length];
  }
  const stored = (more: object = {}): object => ({
    reservationId: 'r',
    name: 'n',
    state: 'terminated',
    capacity: { ram: 2 },
    ...more,
  });

  it.each<[string, object[], number, object, number[]]>([
    ['are there as acknowledged', [stored()], 1, { reservations: [known()] }, [0, 0]],
    ['are lost', [], 1, { reservations: [known()] }, [1, 0]],
    ['are of an earlier state', [stored({ capacity: { ram: 1 } })], 1, { reservations: [known()] }, [1, 0]],
    ['are taken back', [stored({ state: 'initialized' })], 1, { reservations: [known()] }, [1, 0]],
    ['are there twice', [stored(), stored()], 1, { reservations: [known()] }, [0, 1]],
    ['were never asked for', [stored()], 1, {}, [0, 1]],
    ['are there though refused', [stored()], 1, { refused: ['n'] }, [0, 1]],
    ['were in doubt, and are there', [stored()], 2, { doubtful: ['n'] }, [0, 0]],
    ['were in doubt, and are not there', [], 1, { doubtful: ['n'] }, [0, 0]],
    ['add up to less', [], 0, {}, [1, 0]],
    ['add up to more', [], 3, {}, [0, 1]],
  ])('that %s', async (_what, reservations, pools, client, expected) => {
    expect(await judged(reservations, pools, client)).toEqual(expected);
  });

  it('that were in doubt are resolved by the stored state', async () => {
    const changed = known({ amounts: [1], isCancelled: false, doubt: 2 });
    expect(await judged([stored({ state: 'initialized' })], 1, { reservations: [changed] })).toEqual([0, 0]);
    expect(changed).toEqual(known({ isCancelled: false }));
    const cancelled = known({ isCancelled: false, doubt: 'cancelled' });
    expect(await judged([stored()], 1, { reservations: [cancelled] })).toEqual([0, 0]);
    expect(cancelled.isCancelled).toBe(true);
  });
});
