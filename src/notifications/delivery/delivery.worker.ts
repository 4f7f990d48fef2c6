import { Injectable } from '@nestjs/common';
import { PollingWorker } from '../../database/polling-worker.js';
import { Clock } from '../../kernel/clock.js';
import { Outbox } from '../outbox.js';
import { Deliverer } from './deliverer.js';
import { DeliveryFigures } from './delivery-figures.js';
import { DeliverySlots, hasRoomFor, type FreeSlots } from './delivery-slots.js';
import type { Turn } from './lane.js';
import { LanesRepository } from './lanes.repository.js';

const POLL_MS = 500;
/** A stop waits this long for requests under way, then aborts them and gives their lanes back. */
const STOP_TIMEOUT_MS = 800;

/**
 * Claims due lanes while there is room, and delivers their notifications. It works from stored state alone, so another
 * process can continue after a crash.
 */
@Injectable()
export class DeliveryWorker extends PollingWorker {
  private readonly slots = new DeliverySlots();
  private readonly serving = new Set<Promise<void>>();
  /** Room that the last claim left unused; absent while a claim is under way. */
  private spare?: FreeSlots;

  constructor(
    private readonly lanes: LanesRepository,
    private readonly deliverer: Deliverer,
    private readonly clock: Clock,
    outbox: Outbox,
    figures: DeliveryFigures,
  ) {
    super(POLL_MS, 'lanes could not be claimed');
    outbox.events.on('announced', () => this.rounds.wake());
    figures.inFlight = () => this.slots.count;
  }

  /** Stops claiming and gives back held lanes. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    this.deliverer.stopSoon();
    const timeout = setTimeout(() => this.deliverer.abortAll(), STOP_TIMEOUT_MS);
    await Promise.all(this.serving);
    clearTimeout(timeout);
    await this.deliverer.close();
  }

  /** Ends once all due notifications are being sent. */
  protected async round(): Promise<void> {
    this.spare = undefined;
    for (let room = this.slots.room(); room.total > 0; room = this.slots.room()) {
      const lease = this.deliverer.leaseMilliseconds;
      const { turns, hasMore } = await this.lanes.claim(this.clock.now(), room, lease);
      for (const turn of turns) this.serve(turn);
      if (!hasMore) break;
    }
    this.spare = this.slots.room();
  }

  private serve(turn: Turn): void {
    this.slots.take(turn);
    const served = this.deliver(turn).finally(() => this.serving.delete(served));
    this.serving.add(served);
  }

  private async deliver(turn: Turn): Promise<void> {
    let hasMore = false;
    try {
      hasMore = await this.deliverer.deliver(turn, (isDelivered) => this.slots.note(turn, isDelivered));
    } catch (error) {
      this.log.warn(`a lane is left to its lease: ${String(error)}`);
    }
    this.slots.give(turn);
    if (hasMore || !this.spare || !hasRoomFor(this.spare, turn)) this.rounds.wake();
  }
}
