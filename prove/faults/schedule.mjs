import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.mjs';
import { harm } from './hostile.mjs';

/** The faults of a round, when they begin and how long they last: drawn from the seed alone. */

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
/** Default rate of faults: a short run meets every kind. */
export const FAULTS_PER_MINUTE = 18;
/** Range of milliseconds between two faults at that rate. */
const APART = [700, 6_000];
/** Milliseconds before the end of a round in which no fault begins: each has to play out. */
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

/** Injects the faults of a round and counts those that took effect. */
export class Faults {
  counted = new Map();
  /** Clients that disconnected before the answer. Separate, because the number grows with that of the calls. */
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

  /** Waits until all faults are over, and disarms the proxies. */
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

  /** False if the fault had no effect because the target was down already. */
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
