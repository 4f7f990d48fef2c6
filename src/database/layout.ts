import type { DataSource } from 'typeorm';

/** How the tables of a database are laid out. */
export class DatabaseLayout {
  private distributed = false;

  /** The tables of the zones are distributed over the nodes of a Citus cluster. */
  get isDistributed(): boolean {
    return this.distributed;
  }

  async read(dataSource: DataSource): Promise<void> {
    const [{ found }] = await dataSource.query<{ found: boolean }[]>(
      `select exists (select from pg_extension where extname = 'citus') as found`,
    );
    this.distributed = found && (await hasDistributedZones(dataSource));
  }
}

async function hasDistributedZones(dataSource: DataSource): Promise<boolean> {
  const [{ found }] = await dataSource.query<{ found: boolean }[]>(
    `select exists (select from pg_dist_partition where logicalrelid = to_regclass('zones') and partmethod = 'h') as found`,
  );
  return found;
}
