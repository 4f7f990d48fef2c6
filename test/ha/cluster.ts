import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { postgresAccount } from '../../src/embedded-postgres/postgres-account.js';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/ports.js';
import { onServer } from '../support/postgres.js';
import { Etcd } from './etcd.js';
import { DatabaseNode } from './node.js';

const run = promisify(execFile);
const START_MS = 90_000;
const FAIL_OVER_MS = 60_000;
/** Poll interval. Patroni queries its PostgreSQL for every answer, so polling without a pause would use a whole processor. */
const INTERVAL_MS = 200;
const NAMES = ['one', 'two', 'three'];

const STREAMING = `select sync_state from pg_stat_replication where state = 'streaming' order by 1`;

interface MemberState {
  readonly name: string;
  readonly role: string;
}

/** Three nodes with synchronous replication, and etcd on other machines. */
export class Cluster {
  private constructor(
    readonly nodes: readonly DatabaseNode[],
    readonly etcd: Etcd,
  ) {}

  /** @param directory a directory of the test that the nodes' account can enter */
  static async start(directory: string): Promise<Cluster> {
    const account = postgresAccount(directory);
    const ports = await freePorts(4 * NAMES.length);
    const portsFor = (place: number) => ports.slice(place * NAMES.length, (place + 1) * NAMES.length);
    const [clients, peers, postgres, patroni] = [0, 1, 2, 3].map(portsFor);
    const portsOfEtcd = clients.map((client, index) => ({ client, peer: peers[index] }));
    const etcd = Etcd.start(NAMES, portsOfEtcd, directory, account);
    const nodes = NAMES.map((name, index) => {
      const member = { name, ports: { postgres: postgres[index], patroni: patroni[index] } };
      return new DatabaseNode(member, etcd.hosts, directory, account);
    });
    const cluster = new Cluster(nodes, etcd);
    try {
      for (const node of nodes) node.start();
      await cluster.whole();
    } catch (error) {
      const tails = [etcd.tails(), ...nodes.map((node) => node.tail())].join('\n');
      await cluster.stop();
      throw new Error(`the cluster did not start\n${tails}`, { cause: error });
    }
    return cluster;
  }

  node(name: string): DatabaseNode {
    const found = this.nodes.find((node) => node.name === name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  }

  /** The node that holds the leader's lock and takes writes; undefined while none does. */
  leader(): Promise<DatabaseNode | undefined> {
    return this.firstThatSays('/primary');
  }

  leaderNow(): Promise<DatabaseNode> {
    return this.eventuallySays('/primary');
  }

  /** Waits until another node leads. */
  async successorOf(former: DatabaseNode): Promise<DatabaseNode> {
    return eventually(
      async () => {
        const leader = await this.leader();
        if (!leader || leader === former) throw new Error(`no node leads in place of ${former.name}`);
        return leader;
      },
      FAIL_OVER_MS,
      INTERVAL_MS,
    );
  }

  /** The standby that has every acknowledged commit. */
  synchronousStandby(): Promise<DatabaseNode> {
    return this.eventuallySays('/synchronous');
  }

  /** Waits until one node leads and the two others stream from it, one of them synchronously. */
  async whole(): Promise<void> {
    await eventually(
      async () => {
        const roles = (await this.members()).map(({ role }) => role);
        expect(roles.sort()).toEqual(['leader', 'replica', 'sync_standby']);
        const leader = await this.leader();
        if (!leader) throw new Error('no node leads');
        const { rows } = await onServer(leader.urlOf('postgres'), (client) =>
          client.query<{ sync_state: string }>(STREAMING),
        );
        expect(rows.map(({ sync_state: state }) => state)).toEqual(['async', 'sync']);
      },
      START_MS,
      1_000,
    );
  }

  /** Switches over with `patronictl`, as an operator does. */
  async switchOver(): Promise<void> {
    const [leader, candidate] = await Promise.all([this.leaderNow(), this.synchronousStandby()]);
    const parameters = ['-c', leader.configuration, 'switchover', '--force'];
    const names = ['--leader', leader.name, '--candidate', candidate.name];
    await run('patronictl', [...parameters, ...names], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...leader.patroniEnvironment },
    });
  }

  /** Kills all nodes: their data is not needed any more. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.killAll()));
    await this.etcd.stop();
  }

  private async members(): Promise<MemberState[]> {
    for (const node of this.nodes) {
      const answer = await this.ask(node, 'GET', '/cluster');
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members;
    }
    return [];
  }

  private async eventuallySays(path: string): Promise<DatabaseNode> {
    return eventually(
      async () => {
        const found = await this.firstThatSays(path);
        if (!found) throw new Error(`no node says yes to ${path}`);
        return found;
      },
      FAIL_OVER_MS,
      INTERVAL_MS,
    );
  }

  private async firstThatSays(path: string): Promise<DatabaseNode | undefined> {
    const answers = this.nodes.map(async (node) => {
      const answer = await this.ask(node, 'OPTIONS', path);
      if (answer?.status !== 200) throw new Error(`${node.name} does not`);
      return node;
    });
    return Promise.any(answers).catch(() => undefined);
  }

  private ask(node: DatabaseNode, method: string, path: string): Promise<Response | undefined> {
    const url = `http://127.0.0.1:${node.patroniPort}${path}`;
    return fetch(url, { method, signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  }
}
