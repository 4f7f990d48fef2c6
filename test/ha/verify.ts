import type { Caller } from '../support/calls.js';
import type { Known, LoadClient } from './client.js';
import { groupedBy } from './grouped.js';

interface Stored {
  readonly reservationId: string;
  readonly name: string;
  readonly state: string;
  readonly capacity: Readonly<Record<string, number>>;
}

/** Differences between the clients' records and the service's data. */
export interface Differences {
  /** Acknowledged but missing, or stored otherwise than acknowledged. */
  readonly lost: string[];
  /** Stored twice, or stored although its client was told that nothing was done. */
  readonly doubled: string[];
}

/** Compares the answers to clients with the service's data, and resolves the requests with an unknown outcome. */
export async function compare(caller: Caller, clients: readonly LoadClient[]): Promise<Differences> {
  const differences: Differences = { lost: [], doubled: [] };
  for (const zone of new Set(clients.map(({ options }) => options.zone))) {
    const stored = await all<Stored>(caller, `/reservations?zone=${zone}`);
    const byName = groupedBy(stored, ({ name }) => name);
    for (const client of clients.filter(({ options }) => options.zone === zone)) {
      compareClient(client, byName, differences);
    }
    for (const name of byName.keys()) differences.doubled.push(`${name} was made by no client`);
    await comparePools(
      caller,
      clients.filter(({ options }) => options.zone === zone),
      differences,
    );
  }
  return differences;
}

function compareClient(
  client: LoadClient,
  byName: Map<string, readonly Stored[]>,
  { lost, doubled }: Differences,
): void {
  const take = (name: string): readonly Stored[] => {
    const found = byName.get(name) ?? [];
    byName.delete(name);
    if (found.length > 1) doubled.push(`${name} is there ${found.length} times`);
    return found;
  };
  for (const known of client.reservations) {
    const [found] = take(known.name);
    const said = found && settled(known, found);
    if (!said) lost.push(`${JSON.stringify(known)} is ${JSON.stringify(found)}`);
  }
  for (const name of client.doubtful) {
    const [found] = take(name);
    if (!found) continue;
    const { reservationId: id, capacity } = found;
    client.reservations.push({ id, name, amounts: [capacity.ram], isCancelled: false });
  }
  for (const name of client.refused) {
    if (take(name).length > 0) doubled.push(`${name} is there, though nothing was to be done`);
  }
}

/** Whether a reservation matches its client's record. The stored state resolves an unknown outcome. */
function settled(known: Known, { reservationId, state, capacity }: Stored): boolean {
  const { doubt } = known;
  if (doubt === 'cancelled') known.isCancelled = state === 'terminated';
  else if (doubt !== undefined && capacity.ram === doubt) known.amounts.push(doubt);
  delete known.doubt;
  const isAsCancelled = (state === 'terminated') === known.isCancelled;
  return reservationId === known.id && isAsCancelled && capacity.ram === known.amounts.at(-1);
}

async function comparePools(
  caller: Caller,
  clients: readonly LoadClient[],
  { lost, doubled }: Differences,
): Promise<void> {
  const { zone, provider } = clients[0].options;
  // The first pool entry is the provider's own capacity.
  const count = (await all(caller, `/pools?zone=${zone}&provider=${provider}`)).length - 1;
  const acknowledged = sum(clients.map(({ pools }) => pools.acknowledged));
  const doubtful = sum(clients.map(({ pools }) => pools.doubtful));
  const text = `${count} pool entries of ${zone} for ${acknowledged} acknowledged and ${doubtful} in doubt`;
  if (count < acknowledged) lost.push(text);
  if (count > acknowledged + doubtful) doubled.push(text);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** All pages of a list. */
async function all<T>(caller: Caller, path: string): Promise<T[]> {
  const items: T[] = [];
  let next = '';
  do {
    const { status, body } = await caller.get(`${path}&limit=1000${next && `&cursor=${next}`}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    items.push(...(body.items as T[]));
    next = (body.next as string | undefined) ?? '';
  } while (next);
  return items;
}
