import { liveAt } from './questions.mjs';

/** Concrete addresses: an address is one reservation's at a time, and stays with it throughout its window. */

/** The addresses of `10.0.0.8/29` and the like that can be given away: not the first and not the last. */
export function usable(ranges) {
  return ranges.flatMap((range) => {
    const [network, bits] = range.split('/');
    const octets = network.split('.').map(Number);
    const size = 2 ** (32 - Number(bits));
    return Array.from({ length: size - 2 }, (_, index) =>
      [...octets.slice(0, 3), octets[3] + index + 1].join('.'),
    );
  });
}

/** How many addresses nobody holds at any instant of a window, when so many groups are in force. */
export function freeThroughout({ zone, walk, done }, start, end) {
  const taken = new Set();
  for (const [id, held] of liveAt(walk, done)) {
    if (held.start >= end || start >= held.end) continue;
    for (const address of zone.reservationRows.get(id)?.addresses ?? []) taken.add(address);
  }
  return usable(zone.publicIps).filter((address) => !taken.has(address)).length;
}

/** P1 for addresses, and that the answer named those that are held. */
export function addressProblems({ zone, walk }) {
  const problems = [];
  const lives = [...walk.reservations].map(([id, { history }]) => lifeOf(zone, id, history));
  const allowed = new Set(usable(zone.publicIps));
  lives.forEach((one, index) => {
    const { operation, addresses } = one;
    const complain = (text, other) =>
      problems.push({ property: 'P1', text, operations: [operation, other?.operation].filter(Boolean) });
    if (addresses.some((address) => !allowed.has(address)))
      complain('a reservation holds an address of nobody’s range');
    if (operation?.addresses && String(operation.addresses) !== String(addresses))
      complain('a reservation holds other addresses than were answered');
    for (const other of lives.slice(index + 1)) {
      if (meets(one, other)) complain('two reservations hold an address at one time', other);
    }
  });
  return problems;
}

function lifeOf(zone, id, history) {
  const [first] = history;
  const ended = history.find(({ status }) => status === 'ended');
  const { addresses } = zone.reservationRows.get(id) ?? { addresses: [] };
  const operation = zone.operationOf.get(id);
  return { ...first, from: first.group, until: ended?.group ?? Infinity, addresses, operation };
}

function meets(a, b) {
  const inTime = a.start < b.end && b.start < a.end;
  const inLedger = a.from < b.until && b.from < a.until;
  return inTime && inLedger && a.addresses.some((address) => b.addresses.includes(address));
}
