import { onDatabase } from './database.mjs';
import { LoadGenerator } from './load.mjs';
import { lockedRow } from './locked-row.mjs';
import { prepareZone, createRequest, createRequests } from './zone.mjs';
import { rivals } from './rivals/index.mjs';
import { sweep, sweepZone } from './verdict.mjs';

/**
 * What is compared, all alike: `load(order)` gives an outcome as Tally does, `check()` sweeps over what is stored then,
 * and `stop()` ends it.
 *
 * @typedef {{ name: string, load: Function, check?: Function, stop: Function }} Side
 */

/** Everything that may be refused in a zone that is full. */
const REFUSALS = ['conflict', 'busy', 'gaveUp'];

/**
 * A new zone of a running service with so many live reservations; `windows` are what is then asked for.
 *
 * @param order also `providers`: how many share the zone, each with `capacity`
 */
export async function serviceSide({ capacity, live, providers = 1, ...side }) {
  const { service, generator, zone } = side;
  for (let number = 0; number < providers; number++)
    await prepareZone(service.port, capacity, zone, { number });
  if (live.length > 0) {
    const requests = live.map((window) => createRequest(window, zone));
    const connections = Math.min(32, live.length);
    await generator.run({ port: service.port, requests, offset: 0, connections, count: live.length });
  }
  return zoneSide(side);
}

/** A zone of a running service as it is. */
export function zoneSide({ service, url, generator, zone, windows }) {
  const requests = windows.map((window) => createRequest(window, zone));
  const order = { port: service.port, requests, allowed: ['ok', ...REFUSALS] };
  return {
    name: 'create-reservation over HTTP',
    load: (more) => generator.run({ ...order, ...more }),
    check: () => sweepZone(url, zone),
    stop: () => undefined,
  };
}

/** The framework with nothing in it: it decides nothing, so there is nothing to check. */
export function floorSide({ floor, generator }) {
  const requests = createRequests();
  return {
    name: 'framework’s floor over HTTP',
    load: (order) => generator.run({ port: floor.port, requests, ...order, history: false }),
    stop: () => undefined,
  };
}

let databases = 0;

/** One of the other ways, in a database of its own. */
export async function rivalSide(postgres, rival, { capacity, live, windows, ...options }) {
  const { name, prepare, stored } = rivals[rival];
  const { url, drop } = await freshDatabase(postgres);
  await onDatabase(url, async (client) => {
    await prepare(client, { capacity, live, ...options });
    await client.query('vacuum analyze');
  });
  const generator = new LoadGenerator('sql-worker');
  return {
    name,
    load: (order) => generator.ask({ rival, url, windows, ...order }),
    check: () => sweep(url, stored),
    stop: async () => {
      generator.stop();
      await drop();
    },
  };
}

/** The one-row transaction, by pgbench. */
export async function lockedRowSide(postgres) {
  const { url, drop } = await freshDatabase(postgres);
  return { ...(await lockedRow(url)), stop: drop };
}

async function freshDatabase(postgres) {
  const name = `rival_${(databases += 1)}`;
  return { url: await postgres.createEmptyDatabase(name), drop: () => postgres.dropDatabase(name) };
}
