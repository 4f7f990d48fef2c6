import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { Rounds } from '../kernel/rounds.js';
import type { Instant } from '../kernel/time-window.js';
import { Peers } from '../peers/peers.js';
import { readAddressBook } from './address-book-reader.js';
import type { AddressView } from './address-book.js';
import { AddressRangesRepository } from './address-ranges.repository.js';
import type { Admission } from './admission.js';
import { Following } from './following.js';
import { GroupCommit } from './group-commit.js';
import { Delegation } from './delegation.js';
import { buildFold } from './ledger-reader.js';
import { AddressesWanted } from './refusals.js';
import { ZoneLedger, type LedgerServices } from './zone-ledger.js';
import { ZoneLoop } from './zone-loop.js';
import type { ZoneFold, ZoneView } from './zone-fold.js';

/** A look at a zone: its fold, the time, and the head the fold stands for. It may be taken more than once. */
export type Look<T> = (fold: ZoneView, now: Instant, head: number) => T;

/** A look that sees the addresses, too: none where the zone has never had capacity of them. May be taken more than once. */
export type AddressLook<T> = (fold: ZoneView, addresses: AddressView, head: number) => T;

/** How often an admission is decided again although the zone got no more addresses, as others took them first. */
const MOST_UNEXTENDED = 5;

/** How often a part is read of what is decided elsewhere. */
const FOLLOW_MILLISECONDS = 500;

/** The time-window allocation service: every module that takes, gives back or looks at capacity comes here. */
@Injectable()
export class AllocationService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loops = new Map<string, ZoneLoop>();
  private readonly log = new Logger(AllocationService.name);
  private readonly followed = new Following(() => this.loops.values());
  private readonly following = new Rounds(
    () => this.followed.round(),
    FOLLOW_MILLISECONDS,
    (error) => this.log.debug(`zones are followed later: ${String(error)}`),
  );
  private readonly listeners: ((zoneId: string) => void)[] = [];

  readonly delegation: Delegation;
  private readonly ledgerServices: LedgerServices;

  constructor(
    private readonly dataSource: DataSource,
    transactions: Transactions,
    groupCommit: GroupCommit,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly addressRanges: AddressRangesRepository,
    peers: Peers,
  ) {
    const { publicIpRanges } = configuration;
    this.ledgerServices = { dataSource, transactions, groupCommit, clock, publicIpRanges, peers };
    this.delegation = new Delegation(
      peers,
      clock,
      (zoneId) => this.loop(zoneId),
      (zoneId, admission, isForOther) => this.admitHere(zoneId, admission, isForOther),
    );
  }

  onApplicationBootstrap(): void {
    this.following.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.following.stop();
  }

  /**
   * Decides an admission on a zone's ledger and resolves once it is stored.
   *
   * @throws DomainError the refusal itself, `unknown-zone`, or `queue-full`
   */
  admit<T>(zoneId: string, admission: Admission<T>): Promise<T> {
    const { command } = admission;
    return command ? this.delegation.decide(zoneId, admission, command) : this.admitHere(zoneId, admission);
  }

  private async admitHere<T>(zoneId: string, admission: Admission<T>, isForOther = false): Promise<T> {
    for (let unextended = 0; ;) {
      try {
        return await this.loop(zoneId).submit(admission, isForOther);
      } catch (error) {
        // Names of zones come from callers: one that does not exist must leave nothing behind.
        if (error instanceof DomainError && error.code === 'unknown-zone') this.loops.delete(zoneId);
        if (!(error instanceof AddressesWanted)) throw error;
        const isExtended = await this.addressRanges.extend(zoneId, admission.addresses ?? 1);
        // What is spare has changed for all zones; where another process took the last block, the refusal has to say so.
        for (const loop of this.loops.values()) loop.forgetAddresses();
        if (!isExtended && ++unextended === MOST_UNEXTENDED) throw error;
      }
    }
  }

  /**
   * Offers an admission to several zones, those that rank first first, until one takes it. A zone is asked for real
   * even if it looked full a moment ago, so a refusal is always justified; the last word is the best zone's.
   */
  async admitInBest<T>(
    zoneIds: readonly string[],
    rank: (fold: ZoneView, now: Instant) => number,
    admissionFor: (zoneId: string) => Admission<T>,
  ): Promise<T> {
    let refused: DomainError | undefined;
    for (const zoneId of await this.ranked(zoneIds, rank)) {
      try {
        return await this.admit(zoneId, admissionFor(zoneId));
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
        refused ??= error;
      }
    }
    throw refused ?? noCapacityAtAll();
  }

  /** Reads the fold of a zone in a state that is proven current. */
  read<T>(zoneId: string, look: Look<T>): Promise<T> {
    return this.admit(zoneId, { isLook: true, decide: (draft) => look(draft.fold, draft.now, draft.head) });
  }

  /** Reads a zone from an instant on, be it in the past: what the fold has let go of comes from the table. */
  async readFrom<T>(zoneId: string, from: Instant, look: Look<T>): Promise<T> {
    const answer = await this.read(zoneId, (fold, now, head) =>
      fold.knownFrom <= from ? { value: look(fold, now, head) } : undefined,
    );
    if (answer) return answer.value;
    const past = await this.pastFold(this.dataSource.manager, zoneId, from);
    return look(past, this.clock.now(), past.head);
  }

  /** The same with the zone's addresses, as of the same head. */
  async readAddressesFrom<T>(zoneId: string, from: Instant, look: AddressLook<T>): Promise<T> {
    const answer = await this.admit(zoneId, {
      isLook: true,
      needs: { addressesFrom: from },
      decide: ({ fold, zoneAddresses, head }) =>
        fold.knownFrom <= from ? { value: look(fold, zoneAddresses, head) } : undefined,
    });
    if (answer) return answer.value;
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const past = await this.pastFold(tx, zoneId, from);
      const { publicIpRanges } = this.configuration;
      return look(past, await readAddressBook(tx, zoneId, from, publicIpRanges), past.head);
    });
  }

  private async pastFold(db: EntityManager, zoneId: string, from: Instant): Promise<ZoneFold> {
    const past = await buildFold(db, zoneId, from);
    if (!past) throw new DomainError('unknown', 'unknown-zone', `zone '${zoneId}' is not known`);
    return past;
  }

  /** Calls a listener after each commit this process makes to a zone's ledger. Those of other processes are not heard. */
  onAppended(listener: (zoneId: string) => void): void {
    this.listeners.push(listener);
  }

  /** Throws a zone's fold away, as one that is wrong: the next request rebuilds it from the ledger. */
  dropFold(zoneId: string): void {
    this.loops.get(zoneId)?.dropFold();
  }

  /** The zones this process decides for, as a metric or a test looks at them. */
  activeLoops(): readonly ZoneLoop[] {
    return [...this.loops.values()];
  }

  private async ranked(
    zoneIds: readonly string[],
    rank: (fold: ZoneView, now: Instant) => number,
  ): Promise<string[]> {
    if (zoneIds.length < 2) return [...zoneIds];
    const now = this.clock.now();
    const ranks = await Promise.all(
      zoneIds.map(async (zoneId) => {
        const fold = this.loop(zoneId).lastSeen;
        return { zoneId, rank: fold ? rank(fold, now) : await this.read(zoneId, rank) };
      }),
    );
    return ranks.sort((a, b) => b.rank - a.rank).map(({ zoneId }) => zoneId);
  }

  private loop(zoneId: string): ZoneLoop {
    let loop = this.loops.get(zoneId);
    if (!loop) {
      const ledger = new ZoneLedger(zoneId, this.ledgerServices, () => {
        for (const listener of this.listeners) listener(zoneId);
      });
      loop = new ZoneLoop(ledger, this.configuration.queueLimit);
      this.loops.set(zoneId, loop);
    }
    return loop;
  }
}

function noCapacityAtAll(): DomainError {
  const message = 'no resource capacity available during requested start/end time';
  return new DomainError('conflict', 'capacity-insufficient', message, { offer: { maxCapacity: {} } });
}
