import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Outbox } from '../outbox.js';
import { Deliverer } from './deliverer.js';
import { DeliveryFigures } from './delivery-figures.js';
import { DeliverySlots } from './delivery-slots.js';
import type { Turn } from './lane.js';
import { LanesRepository } from './lanes.repository.js';

const POLL_MILLISECONDS = 500;
/** How long a stop waits for requests under way before it cuts them short; then their lanes are given back. */
const PATIENCE_MILLISECONDS = 800;

/**
 * Takes lanes that are due as room for them comes free, and has their notifications delivered. It knows only what is
 * stored, so whatever becomes of a process, another one goes on.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(DeliveryWorker.name);
  private readonly slots = new DeliverySlots();
  private readonly serving = new Set<Promise<void>>();
  private timer?: NodeJS.Timeout;
  private claiming?: Promise<void>;
  private isWanted = false;

  constructor(
    private readonly lanes: LanesRepository,
    private readonly deliverer: Deliverer,
    private readonly clock: Clock,
    outbox: Outbox,
    figures: DeliveryFigures,
  ) {
    outbox.onAnnounced(() => this.wake());
    figures.watchInFlight(() => this.slots.count);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MILLISECONDS);
    this.timer.unref();
  }

  /** Takes no more lanes and gives back those it has. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.claiming;
    this.deliverer.stopSoon();
    const impatience = setTimeout(() => this.deliverer.abortAll(), PATIENCE_MILLISECONDS);
    await Promise.all(this.serving);
    clearTimeout(impatience);
    await this.deliverer.close();
  }

  /** Looks for lanes that are due, now. */
  wake(): void {
    this.isWanted = true;
    if (this.timer) this.claiming ??= this.claimAll();
  }

  /** Resolves once what is due now is being sent. */
  async tick(): Promise<void> {
    this.wake();
    await this.claiming;
  }

  private async claimAll(): Promise<void> {
    while (this.isWanted && this.timer) {
      this.isWanted = false;
      try {
        await this.claim();
      } catch (error) {
        this.log.warn(`lanes could not be claimed: ${String(error)}`);
      }
    }
    this.claiming = undefined;
  }

  private async claim(): Promise<void> {
    const room = this.slots.room();
    if (room.total === 0) return;
    const turns = await this.lanes.claim(this.clock.now(), room, this.deliverer.leaseMilliseconds);
    for (const turn of turns) this.serve(turn);
    if (turns.length > 0) this.isWanted = true;
  }

  private serve(turn: Turn): void {
    const { endpoint } = turn;
    this.slots.take(endpoint);
    const served = this.deliverer
      .deliver(turn, (isDelivered) => this.slots.note(endpoint, isDelivered))
      .catch((error: unknown) => this.log.warn(`a lane is left to its lease: ${String(error)}`))
      .finally(() => {
        this.slots.give(endpoint);
        this.serving.delete(served);
        this.wake();
      });
    this.serving.add(served);
  }
}
