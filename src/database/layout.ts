import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import { ZoneTags } from '../kernel/zone-tag.js';

interface Placement {
  readonly zone_id: string;
  readonly node: string;
}

const IS_DISTRIBUTED = `
select exists (select from pg_dist_partition where logicalrelid = to_regclass('zones') and partmethod = 'h') as found`;

const WORKERS = `
select nodename || ':' || nodeport as node
  from pg_dist_node
 where noderole = 'primary' and shouldhaveshards`;

/** Connects to a node from the coordinator. $1 node */
const ANSWERS = `
select citus_check_connection_to_node(nodename, nodeport) as answers
  from pg_dist_node
 where nodename || ':' || nodeport = $1`;

/** The nodes of zones. $1 zones */
const PLACEMENTS = `
select z.zone_id, n.nodename || ':' || n.nodeport as node
  from unnest($1::text[]) as z(zone_id)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('zones', z.zone_id)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`;

/** The zones of each shard, without those of nodes that do not answer. */
const ZONES_OF_SHARDS = `
select result
  from run_command_on_shards('zones', 'select coalesce(json_agg(zone_id), ''[]'') from %s')
 where success`;

/** In the rows of requests that belong to no zone. They lie on a node like those of a zone. */
export const NO_ZONE = '';

/** Nothing was read or written: the caller may try again. */
export function zoneAway(): DomainError {
  const message = 'the database node of the zone does not answer at the moment';
  return new DomainError('unavailable', 'database-unavailable', message, { retryAfter: 2 });
}

/** How the tables of a database are laid out, and which parts of them answer. */
export class DatabaseLayout {
  private cluster = false;
  private distributed = false;
  private distributedSince = 0;
  private placements: ReadonlyMap<string, string> = new Map();
  private away: ReadonlySet<string> = new Set();
  private tags = new ZoneTags([]);

  /** The database is one of a Citus cluster, so its tables may become distributed at any time. */
  get isCluster(): boolean {
    return this.cluster;
  }

  /** The tables of the zones are distributed over the nodes of a Citus cluster. */
  get isDistributed(): boolean {
    return this.distributed;
  }

  /** The process may not know yet that the tables are distributed, or has just learned it. */
  get isChanging(): boolean {
    return this.cluster && (!this.distributed || performance.now() - this.distributedSince < CHANGE_MS);
  }

  /** The zones that were there at the last look. */
  get zones(): string[] {
    return [...this.placements.keys()].filter((zoneId) => zoneId !== NO_ZONE);
  }

  /** Some node did not answer at the last look. A process that was started meanwhile doesn't know the zones there. */
  get isAnyNodeAway(): boolean {
    return this.away.size > 0;
  }

  /** The zones whose node did not answer at the last look, as far as they are known. */
  get zonesAway(): string[] {
    return this.isAnyNodeAway ? this.zones.filter((zoneId) => this.isAway(zoneId)) : [];
  }

  /** The other zones; undefined if all nodes answered. */
  get zonesInReach(): string[] | undefined {
    return this.isAnyNodeAway ? this.zones.filter((zoneId) => !this.isAway(zoneId)) : undefined;
  }

  /** It is known, and its node did not answer. */
  isAway(zoneId: string): boolean {
    return this.away.has(this.placements.get(zoneId) ?? '');
  }

  /** All nodes answered, or it is known, and its node answered. */
  isInReach(zoneId: string): boolean {
    return !this.isAnyNodeAway || (this.placements.has(zoneId) && !this.isAway(zoneId));
  }

  /** The zones that an id names, if it names any. */
  zonesOf(id: string): readonly string[] {
    return this.tags.zonesOf(id);
  }

  /**
   * @param client a connection of its own: others may wait for a node that hangs
   * @param timeout milliseconds for each question to a cluster
   */
  async read(client: Client, timeout: number): Promise<void> {
    const { rows } = await client.query<Found>(
      `select exists (select from pg_extension where extname = 'citus') as found`,
    );
    this.cluster = rows[0].found;
    if (!this.cluster) return;
    const distributed = await client.query<Found>(IS_DISTRIBUTED);
    const isFound = distributed.rows[0].found;
    if (isFound && !this.distributed) this.distributedSince = performance.now();
    this.distributed = isFound;
    if (!this.distributed) return;
    await this.look(new Questions(client, timeout));
  }

  /** Asks each node whether it answers, and where the zones lie. */
  private async look(questions: Questions): Promise<void> {
    const workers = await questions.ask<{ node: string }>(WORKERS);
    const away = new Set<string>();
    for (const { node } of workers) if (!(await doesAnswer(questions, node))) away.add(node);
    this.away = away;
    const zones = new Set([...this.zones, ...(await zonesInReach(questions, away.size > 0))]);
    const placements = await questions.ask<Placement>(PLACEMENTS, [[...zones, NO_ZONE]]);
    this.placements = new Map(placements.map(({ zone_id, node }) => [zone_id, node]));
    this.tags = new ZoneTags(zones);
  }
}

/** A statement that was chosen for one server may still be under way. */
const CHANGE_MS = 10_000;

interface Found {
  readonly found: boolean;
}

/**
 * Questions to a cluster, each with a timeout. PgBouncer refuses the setting at the start of a connection, and hands one of
 * a session on to other clients: so each question is a transaction.
 */
class Questions {
  constructor(
    private readonly client: Client,
    private readonly timeout: number,
  ) {}

  async ask<T extends object>(question: string, parameters?: readonly unknown[]): Promise<T[]> {
    await this.client.query(`begin; set local statement_timeout = ${this.timeout}`);
    try {
      return (await this.client.query<T>(question, parameters && [...parameters])).rows;
    } finally {
      // After a failure it is a rollback.
      await this.client.query('commit');
    }
  }
}

async function doesAnswer(questions: Questions, node: string): Promise<boolean> {
  try {
    const rows = await questions.ask<{ answers: boolean }>(ANSWERS, [node]);
    return rows.at(0)?.answers ?? false;
  } catch {
    // A node that hangs: the statement has run into its timeout.
    return false;
  }
}

async function zonesInReach(questions: Questions, isAnyAway: boolean): Promise<string[]> {
  if (!isAnyAway) {
    const rows = await questions.ask<{ zone_id: string }>('select zone_id from zones');
    return rows.map(({ zone_id }) => zone_id);
  }
  const rows = await questions.ask<{ result: string }>(ZONES_OF_SHARDS);
  return rows.flatMap(({ result }) => JSON.parse(result) as string[]);
}

/** The layout of the database of a data source, as read last. */
export function layoutOf({ options }: DataSource): DatabaseLayout {
  return (options as { readonly extra: { readonly layout: DatabaseLayout } }).extra.layout;
}
