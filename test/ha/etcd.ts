import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../src/embedded-postgres/postgres-account.js';
import { eventually } from '../support/eventually.js';
import { Daemon, shippedEnvironment } from './daemon.js';

/** Ports of a member: for clients and for the other members. */
export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

interface Status {
  readonly leader: string;
  readonly header: { readonly member_id: string };
}

/** Three machines with etcd, as deploy/patroni/etcd.env configures them. */
export class Etcd {
  private constructor(private readonly members: readonly EtcdMember[]) {}

  static start(
    names: readonly string[],
    ports: readonly EtcdPorts[],
    parent: string,
    account?: Account,
  ): Etcd {
    const directory = join(parent, 'etcd');
    mkdirSync(directory);
    if (account) chownSync(directory, account.uid, account.gid);
    const peers = ports.map(({ peer }, index) => `${names[index]}=http://127.0.0.1:${peer}`).join();
    const members = ports.map(({ client, peer }, index) => {
      const [own, ownPeer] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
      const env = shippedEnvironment('deploy/patroni/etcd.env', {
        ETCD_NAME: names[index],
        ETCD_DATA_DIR: join(directory, names[index]),
        ETCD_LISTEN_CLIENT_URLS: own,
        ETCD_ADVERTISE_CLIENT_URLS: own,
        ETCD_LISTEN_PEER_URLS: ownPeer,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: ownPeer,
        ETCD_INITIAL_CLUSTER: peers,
      });
      const log = join(directory, `${names[index]}.log`);
      return new EtcdMember(own, Daemon.start('etcd', [], { env, log, account }));
    });
    return new Etcd(members);
  }

  /** The addresses of the members, as Patroni takes them. */
  get hosts(): string {
    return this.members.map(({ url }) => new URL(url).host).join();
  }

  leader(): Promise<EtcdMember> {
    return eventually(async () => {
      const statuses = await Promise.all(this.members.map((member) => member.status()));
      const leads = ({ leader, header }: Status): boolean => leader === header.member_id;
      const leader = this.members.find((_, index) => leads(statuses[index]));
      if (!leader) throw new Error('no member leads etcd');
      return leader;
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }

  tails(): string {
    return this.members.map((member) => member.tail()).join('\n');
  }
}

export class EtcdMember {
  constructor(
    readonly url: string,
    private readonly daemon: Daemon,
  ) {}

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.daemon.pid, name);
  }

  kill(): Promise<void> {
    return this.daemon.end('SIGKILL');
  }

  tail(): string {
    return this.daemon.tail();
  }

  /** By the gateway for JSON. */
  async status(): Promise<Status> {
    const answer = await fetch(`${this.url}/v3/maintenance/status`, { method: 'POST', body: '{}' });
    return (await answer.json()) as Status;
  }
}
