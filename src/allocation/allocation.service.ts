import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { layoutOf, zoneAway } from '../database/layout.js';
import { Transactions } from '../database/transactions.js';
import { lockZone } from '../database/zone-lock.js';
import { Distribution } from '../kernel/distribution.js';
import { Tracing } from '../tracing/tracing.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { KeyedTurns } from '../kernel/keyed-turns.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { Traits } from '../kernel/traits.js';
import { readAddressBook } from './addresses/address-book-reader.js';
import type { AddressView } from './addresses/address-book.js';
import { AddressRangesRepository } from './addresses/address-ranges.repository.js';
import { WantedAddresses } from './addresses/wanted-addresses.js';
import type { Admission, ZoneRequest, ZoneState } from './admission/admission.js';
import { GroupCommit } from './ledger/group-commit.js';
import { buildFold } from './ledger/build-fold.js';
import { readProviderTraits } from './ledger/reader.js';
import { withBlocks } from './admission/dry-run.js';
import { needsTraits } from './admission/records.js';
import { AddressesWanted } from './admission/refusals.js';
import type { Needs } from './admission/needs.js';
import { HeldInAllZones } from './loop/held-in-all-zones.js';
import { draftOf, store } from './loop/locked-zone.js';
import { ZoneLedger, type LedgerServices } from './loop/zone-ledger.js';
import { ZoneLoop } from './loop/zone-loop.js';
import { admitAllUnbacked } from './placement/waiting.js';
import type { ZoneFold, ZoneView } from './fold/zone-fold.js';

/** Reads a zone: its fold, the time, and the fold's head. It may run more than once. */
export type ZoneReader<T> = (fold: ZoneView, now: Instant, head: number) => T;

/** Also reads the addresses; there are none if the zone has never had any. It may run more than once. */
export type AddressReader<T> = (fold: ZoneView, addresses: AddressView, head: number) => T;

/** Also reads the traits of the zone's providers. It may run more than once. */
export type TraitsReader<T> = (fold: ZoneView, traits: ReadonlyMap<string, Traits>) => T;

/** What a read over a window reads beside the fold, at the same head. */
interface Beside<M> {
  readonly needs: Needs;
  /** From the state of the zone's loop. */
  now(state: ZoneState): M;
  /** In the snapshot of a transaction. */
  read(tx: EntityManager): Promise<M>;
}

/**
 * Maximum attempts at an admission whose zone could not be extended because other requests took the addresses first.
 */
const MAX_UNEXTENDED = 5;

/** Building a fold of a million entries beside other work pauses for more than ten seconds in all, without a statement. */
const PAST_IDLE_MS = 60_000;

/** Upper bounds in seconds. */
const APPEND_DURATIONS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The time-window allocation service: the entry point for all modules that take, release or read capacity. */
@Injectable()
export class AllocationService {
  private readonly loops = new Map<string, ZoneLoop>();
  /** Commits of this process to a zone's ledger. Commits of other processes raise no event. */
  readonly events = new EventEmitter<{ appended: [zoneId: string] }>();

  /** Seconds per append of this process, the wait for a shared commit included. */
  readonly appendDurations = new Distribution(APPEND_DURATIONS);
  private readonly wantedAddresses = new WantedAddresses();
  /** Of tenants with a limit over all zones: else one tenant could have all its zones wait for its lock at a time. */
  private readonly tenantTurns = new KeyedTurns();
  /** A fold of the past may be as large as the one that is kept, so one is in memory at a time. */
  private readonly pastTurns = new KeyedTurns();
  private readonly ledgerServices: LedgerServices;

  constructor(
    private readonly dataSource: DataSource,
    transactions: Transactions,
    groupCommit: GroupCommit,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly addressRanges: AddressRangesRepository,
    private readonly tracing: Tracing,
    private readonly heavyWork: HeavyWork,
  ) {
    const { publicIpRanges } = configuration;
    const { appendDurations, wantedAddresses } = this;
    this.ledgerServices = {
      dataSource,
      transactions,
      groupCommit,
      clock,
      publicIpRanges,
      wantedAddresses,
      appendDurations,
      heavyWork,
      heldInAllZones: new HeldInAllZones(),
    };
  }

  /**
   * Decides an admission on a zone's ledger and resolves once it is stored.
   *
   * @throws DomainError the refusal itself, `unknown-zone`, or `queue-full`
   */
  async admit<T>(zoneId: string, admission: Admission<T>): Promise<T> {
    if (admission.isDryRun) return this.rehearse(zoneId, admission);
    for (let unextended = 0; ;) {
      try {
        return await this.submit(zoneId, admission);
      } catch (error) {
        if (!(error instanceof AddressesWanted)) throw error;
        const isExtended = await this.extend(zoneId, admission.addresses ?? 1);
        if (!isExtended && ++unextended === MAX_UNEXTENDED) throw error;
      }
    }
  }

  /** A dry run takes no block of addresses, and is decided as if it had. */
  private async rehearse<T>(zoneId: string, admission: Admission<T>): Promise<T> {
    for (const blocks: string[] = []; ;) {
      try {
        return await this.submit(zoneId, withBlocks(admission, blocks));
      } catch (error) {
        if (!(error instanceof AddressesWanted)) throw error;
        const block = await this.addressRanges.nextBlock(zoneId, admission.addresses ?? 1, blocks);
        if (block === undefined) throw error;
        blocks.push(block);
      }
    }
  }

  private async submit<T>(zoneId: string, request: ZoneRequest<T>): Promise<T> {
    try {
      const [limited] = request.needs?.heldInAllZonesBy ?? [];
      const submit = (): Promise<T> => this.loop(zoneId).submit(request);
      return await (limited ? this.tenantTurns.run(limited, submit) : submit());
    } catch (error) {
      // Callers choose zone names: an unknown name must not leave a loop in memory.
      if (error instanceof DomainError && error.code === 'unknown-zone') this.loops.delete(zoneId);
      throw error;
    }
  }

  /** Reads the fold of a zone in a state that is proven current. */
  read<T>(zoneId: string, read: ZoneReader<T>): Promise<T> {
    return this.readState(zoneId, ({ fold, now, head }) => read(fold, now, head));
  }

  /** As `read`, including the entries that earlier decisions of the batch have posted. */
  readState<T>(zoneId: string, read: (state: ZoneState) => T, needs?: Needs): Promise<T> {
    return this.submit(zoneId, { needs, read });
  }

  /**
   * Reads a zone over a window, which may be in the past. If the fold doesn't go back that far, builds one from the
   * table that has nothing later than the window.
   */
  readWithin<T>(zoneId: string, window: TimeWindow, read: ZoneReader<T>): Promise<T> {
    const time: Beside<Instant> = {
      needs: {},
      now: ({ now }) => now,
      read: () => Promise.resolve(this.clock.now()),
    };
    return this.readBeside(zoneId, window, time, read);
  }

  /** As `readWithin`, with the zone's addresses at the same head. */
  readAddressesWithin<T>(zoneId: string, window: TimeWindow, read: AddressReader<T>): Promise<T> {
    const { start: from } = window;
    const { publicIpRanges } = this.configuration;
    const addresses: Beside<AddressView> = {
      needs: { addressesFrom: [from] },
      now: ({ zoneAddresses }) => zoneAddresses,
      read: (tx) => readAddressBook(tx, zoneId, from, publicIpRanges),
    };
    return this.readBeside(zoneId, window, addresses, read);
  }

  /** As `readWithin`, with the traits of the zone's providers at the same head. */
  readTraitsWithin<T>(zoneId: string, window: TimeWindow, read: TraitsReader<T>): Promise<T> {
    const traits: Beside<ReadonlyMap<string, Traits>> = {
      needs: { traits: true },
      now: ({ providerTraits }) => providerTraits,
      read: (tx) => readProviderTraits(tx, zoneId),
    };
    return this.readBeside(zoneId, window, traits, read);
  }

  private async readBeside<M, T>(
    zoneId: string,
    window: TimeWindow,
    beside: Beside<M>,
    read: (fold: ZoneView, more: M, head: number) => T,
  ): Promise<T> {
    const answer = await this.submit(zoneId, {
      needs: beside.needs,
      read: (state) =>
        state.fold.knownFrom <= window.start
          ? { value: read(state.fold, beside.now(state), state.head) }
          : undefined,
    });
    if (answer) return answer.value;
    const readPast = async (tx: EntityManager): Promise<T> => {
      await tx.query(`set local idle_in_transaction_session_timeout = ${PAST_IDLE_MS}`);
      const past = await this.pastFold(tx, zoneId, window);
      const more = await this.heavyWork.step(() => beside.read(tx));
      return this.heavyWork.timed(() => read(past, more, past.head));
    };
    return this.pastTurns.run('past', () => this.dataSource.transaction('REPEATABLE READ', readPast));
  }

  /**
   * Changes the traits of a zone's providers, and admits the reservations that fit with them, in one transaction: traits
   * are no entries of the ledger, so no later request would try those that wait for them.
   *
   * @param change returns whether traits have changed
   */
  async changeTraits(tx: EntityManager, zoneId: string, change: () => Promise<boolean>): Promise<void> {
    // Before the provider's row, as every append does.
    await lockZone(tx, zoneId);
    if (!(await change())) return;
    const { publicIpRanges } = this.configuration;
    const zone = { tx, zoneId, clock: this.clock.now(), publicIpRanges };
    const draft = await draftOf(zone, {}, needsTraits);
    admitAllUnbacked(draft);
    await store(tx, draft);
    this.wantedAddresses.note(draft);
  }

  /** Extends the zones in which a waiting reservation lacks nothing but addresses, and admits it. */
  async extendForWaiting(): Promise<void> {
    const failed: { readonly zoneId: string; readonly addressesWanted: number; readonly error: unknown }[] =
      [];
    for (let wanted; (wanted = this.wantedAddresses.take());) {
      const [zoneId, addressesWanted] = wanted;
      try {
        if (await this.extend(zoneId, addressesWanted))
          await this.admit(zoneId, { needs: { unbacked: true }, decide: admitAllUnbacked });
      } catch (error) {
        failed.push({ zoneId, addressesWanted, error });
      }
    }
    for (const again of failed) this.wantedAddresses.note(again);
    if (failed.length > 0) throw failed[0].error;
  }

  private async pastFold(db: EntityManager, zoneId: string, window: TimeWindow): Promise<ZoneFold> {
    const past = await buildFold(db, zoneId, window.start, { until: window.end, pace: this.heavyWork });
    if (!past) throw new DomainError('unknown', 'unknown-zone', `zone '${zoneId}' is not known`);
    return past;
  }

  /**
   * Lets the clock do what is due in the zone, as far as this process knows, before rows are read beside the ledger:
   * holds end, waiting reservations are admitted. Batches do so by themselves.
   */
  async bringUpToDate(zoneId: string): Promise<void> {
    const seen = this.loops.get(zoneId)?.lastSeen;
    if (seen && seen.nextDue <= this.clock.now()) await this.read(zoneId, () => undefined);
  }

  /** Whether there may be a zone whose node does not answer. */
  get isAnyZoneAway(): boolean {
    return layoutOf(this.dataSource).isAnyNodeAway;
  }

  /** A zone as this process last saw it, possibly stale: good for ranking zones, never for an answer. */
  lastSeen(zoneId: string): { readonly fold?: ZoneView; readonly addresses?: AddressView } {
    const { lastSeen: fold, lastSeenAddresses: addresses } = this.loop(zoneId).kept;
    return { fold, addresses };
  }

  /** Drops a zone's fold, for example because it is wrong. The next request rebuilds it from the ledger. */
  dropFold(zoneId: string): void {
    this.loops.get(zoneId)?.kept.drop();
  }

  /** The spare blocks have changed for all zones then. If another process took the last one, refusals must say so. */
  private async extend(zoneId: string, count: number): Promise<boolean> {
    const isExtended = await this.addressRanges.extend(zoneId, count);
    for (const { kept } of this.loops.values()) kept.forgetAddresses();
    return isExtended;
  }

  /** The loops of the zones that this process decides for, for metrics and tests. */
  activeLoops(): readonly ZoneLoop[] {
    return [...this.loops.values()];
  }

  /** @throws DomainError at once if the zone's node does not answer: waiting for it would hold connections that others need */
  private loop(zoneId: string): ZoneLoop {
    if (layoutOf(this.dataSource).isAway(zoneId)) throw zoneAway();
    let loop = this.loops.get(zoneId);
    if (!loop) {
      const ledger = new ZoneLedger(zoneId, this.ledgerServices, () => this.events.emit('appended', zoneId));
      loop = new ZoneLoop(ledger, this.configuration.queueLimit, this.tracing);
      this.loops.set(zoneId, loop);
    }
    return loop;
  }
}
