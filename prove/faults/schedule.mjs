import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.mjs';
import { harm } from './hostile.mjs';

/** What goes wrong in a round, when, and for how long: drawn from the seed alone. */

const WEIGHTS = {
  'kill-service': 12,
  'kill-postgres': 5,
  'stop-service': 12,
  'cut-database': 12,
  'freeze-database': 10,
  'cut-clients': 12,
  'freeze-clients': 8,
  40001: 12,
  '40P01': 12,
  'lose-statement': 8,
  'lose-answer': 10,
  'hostile-client': 10,
};
const STATEMENT_FAULTS = new Set(['40001', '40P01', 'lose-statement', 'lose-answer']);
/** How often something is broken if nobody says otherwise: often enough that a short run meets everything. */
export const FAULTS_PER_MINUTE = 18;
/** Milliseconds between two faults at that rate: on average the middle of these. */
const APART = [700, 6_000];
/** Nothing is begun so shortly before the end that it could not play out. */
const QUIET_END = 2_500;

export function planFaults(seed, round, milliseconds, perMinute) {
  const random = new Random(seed, round, 'faults');
  const faults = [];
  let at = random.integer(300, 1_500);
  while (at < milliseconds - QUIET_END) {
    const kind = random.weighted(WEIGHTS);
    faults.push({
      at,
      kind,
      target: random.fraction(),
      lasts: random.integer(300, 4_000),
      count: random.integer(1, 4),
    });
    at += (random.integer(...APART) * FAULTS_PER_MINUTE) / perMinute;
  }
  return faults;
}

/** Carries out a round's faults and counts what really happened. */
export class Faults {
  counted = new Map();
  /** Apart, as it grows with the number of calls. */
  clientsThatLeft = 0;
  #system;
  #pending = [];

  count(kind, times = 1) {
    this.counted.set(kind, (this.counted.get(kind) ?? 0) + times);
  }

  async run(system, plan, note) {
    this.#system = system;
    const begun = Date.now();
    for (const fault of plan) {
      await pause(Math.max(0, begun + fault.at - Date.now()));
      const done = this.#inject(fault, note).catch((error) =>
        note({ fault: fault.kind, failed: String(error) }),
      );
      this.#pending.push(done);
    }
  }

  /** Waits until everything that was broken has been mended. */
  async settle() {
    if (!this.#system) return;
    await Promise.all(this.#pending);
    this.#pending = [];
    for (const { proxy } of this.#system.services) proxy.disarm();
  }

  async #inject({ kind, target, lasts, count }, note) {
    const services = this.#system.services;
    const service = services[Math.floor(target * services.length)];
    note({ fault: kind, service: service.index, lasts });
    if (STATEMENT_FAULTS.has(kind)) {
      for (let i = 0; i < count; i++) service.proxy.arm(kind);
      return;
    }
    if (await this.#carryOut(kind, service, lasts)) this.count(kind);
    note({ fault: kind, service: service.index, over: true });
  }

  /** False when there was nothing to break, as it was broken already. */
  async #carryOut(kind, service, lasts) {
    if (kind === 'kill-postgres') return this.#system.killPostgres(lasts / 4);
    if (kind === 'hostile-client')
      return give(await harm(service.process.port, this.#system.principals.strangersCredentials, lasts));
    if (kind === 'cut-database') return give(service.proxy.cut());
    if (kind === 'cut-clients') return give(service.clientProxy.cut());
    if (kind === 'freeze-database') return freeze(service.proxy, lasts);
    if (kind === 'freeze-clients') return freeze(service.clientProxy, lasts);
    if (!service.process.isRunning || service.process.stopped || service.busy) return false;
    service.busy = true;
    try {
      if (kind === 'kill-service') await killed(service.process, lasts / 4);
      else await stopped(service.process, lasts);
    } finally {
      service.busy = false;
    }
    return true;
  }
}

function give() {
  return true;
}

async function freeze(proxy, lasts) {
  proxy.freeze();
  await pause(lasts);
  proxy.thaw();
  return true;
}

async function killed(process, lasts) {
  await process.kill();
  await pause(lasts);
  await process.start();
}

async function stopped(process, lasts) {
  process.freeze();
  await pause(lasts);
  process.thaw();
}
