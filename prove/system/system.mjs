import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase, startDatabase } from './database.mjs';
import { freePort } from './ports.mjs';
import { Proxy } from './proxy.mjs';
import { watchLedger } from '../workload/versions.mjs';
import { Principals } from './principals.mjs';
import { Service } from './service.mjs';

const MAX_SERVICES = 4;

/** One database and the places for service processes, each with a proxy on either side. */
export class System {
  #places = [];
  #isPostgresDown = false;
  postgres;
  /** The callers of the services. */
  principals;
  /** The places that are in use this round. */
  services = [];

  static async start(options) {
    const system = new System();
    process.once('exit', () => system.abandon());
    try {
      await system.#prepare(options);
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  async #prepare({ directory, build, onFired }) {
    this.postgres = newDatabase();
    await startDatabase(this.postgres, directory);
    this.principals = await Principals.make(this.postgres);
    await watchLedger(this.postgres);
    for (let index = 0; index < MAX_SERVICES; index++) {
      const proxy = await Proxy.start(this.postgres.port, onFired);
      const port = await freePort();
      const databaseUrl = this.postgres.urlAt(proxy.port);
      const clientProxy = await Proxy.start(port);
      const process = new Service({ index, port, databaseUrl, build, directory });
      this.#places.push({ index, port, proxy, clientProxy, proxyPort: clientProxy.port, process });
    }
  }

  /** Runs one process for each shift, in seconds by which its clock is off, and stops the others. */
  async use(shifts) {
    await Promise.all(
      this.#places.map(async ({ process }, index) => {
        const shift = shifts[index];
        if (process.isRunning && process.shift !== shift) await process.stop();
        if (shift !== undefined && !process.isRunning) await process.start(shift);
      }),
    );
    this.services = this.#places.slice(0, shifts.length);
  }

  async killPostgres(lasts) {
    if (this.#isPostgresDown) return false;
    this.#isPostgresDown = true;
    await this.postgres.kill();
    await pause(lasts);
    await this.postgres.launch();
    this.#isPostgresDown = false;
    return true;
  }

  /** Kills all started processes when this process exits early. */
  abandon() {
    for (const { process: service } of this.#places) service.abandon();
    this.postgres?.abandon();
  }

  async stop() {
    await Promise.all(this.#places.map(({ process }) => process.kill()));
    for (const { proxy, clientProxy } of this.#places) await Promise.all([proxy.stop(), clientProxy.stop()]);
    await this.postgres?.stop();
  }
}
