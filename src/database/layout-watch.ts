import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clientOf } from './data-source.js';
import { layoutOf } from './layout.js';
import { PollingWorker } from './polling-worker.js';

const INTERVAL_MS = 2_000;

/** Longer than a coordinator should wait for a node (docs/scale.md). */
const TIMEOUT_MS = 5_000;

/** Reads the layout on a connection of its own. */
export async function readLayout(dataSource: DataSource): Promise<void> {
  const client = clientOf(dataSource, {
    application_name: 'headroom layout',
    connectionTimeoutMillis: TIMEOUT_MS,
    // The timeout that the server has for each question doesn't end the wait for a server that is silent.
    query_timeout: TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  try {
    await client.connect();
    await layoutOf(dataSource).read(client, TIMEOUT_MS);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Polls whether the tables of a cluster are distributed, and which of its nodes answer. Idle on one server. */
@Injectable()
export class LayoutWatch extends PollingWorker {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS, 'the nodes of the database are looked at later');
  }

  get isAnyNodeAway(): boolean {
    return layoutOf(this.dataSource).isAnyNodeAway;
  }

  /** The zones whose node does not answer, as far as they are known. */
  get zonesAway(): readonly string[] {
    return layoutOf(this.dataSource).zonesAway;
  }

  override onApplicationBootstrap(): void {
    if (layoutOf(this.dataSource).isCluster) super.onApplicationBootstrap();
  }

  protected async round(): Promise<void> {
    const layout = layoutOf(this.dataSource);
    const wasDistributed = layout.isDistributed;
    const before = this.zonesAway.length;
    await readLayout(this.dataSource);
    const after = this.zonesAway.length;
    if (layout.isDistributed !== wasDistributed)
      this.log.log('the tables are distributed over the nodes now');
    if (before !== after) this.log.warn(`zones whose node does not answer: ${after}, before: ${before}`);
  }
}
