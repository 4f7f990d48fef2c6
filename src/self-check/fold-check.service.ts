import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AllocationService } from '../allocation/allocation.service.js';
import {
  copyOf,
  differencesFrom,
  foldPartsOf,
  type FoldCopy,
  type DifferingFold,
  type FoldPart,
} from '../allocation/fold/fold-copy.js';
import { buildFold } from '../allocation/ledger/build-fold.js';
import { readCommits } from '../allocation/ledger/reader.js';
import type { ZoneFold } from '../allocation/fold/zone-fold.js';
import { Configuration } from '../config/configuration.js';
import { PollingWorker } from '../database/polling-worker.js';
import { formatInstant } from '../kernel/time-window.js';
import { HeavyWork } from '../kernel/heavy-work.js';

/** Result of one round over all zones of this process. */
export interface FoldCheckResult {
  /** Those that were compared. */
  readonly zones: number;
  readonly differences: readonly DifferingFold[];
}

/** Totals of this process's checks since it started. */
export interface FoldCheckFigures {
  readonly zones: number;
  readonly differences: number;
  /** By `performance.now()`; undefined before the first round has ended. */
  readonly endedAt?: number;
}

/** The pause between two zones is this many times as long as the last check took, up to a limit. */
const REST = 9;
const MAX_REST_MS = 5_000;

/** Instants copied at a time. A copy takes some milliseconds, in which the event loop decides no request. */
const MAX_COPIED_INSTANTS = 50_000;

/** Entries per read while the rebuilt fold catches up. */
const MAX_ENTRIES = 5_000;

/**
 * Compares the folds that this process decides on with folds rebuilt from the ledger, zone by zone at the same head. A
 * fold is a cache: one that differs is counted, logged and dropped, and the next request rebuilds it.
 */
@Injectable()
export class FoldCheck extends PollingWorker<FoldCheckResult> {
  /** A check on demand under way; concurrent requests share it. */
  private onDemand?: Promise<FoldCheckResult>;
  private zones = 0;
  private differences = 0;
  private endedAt?: number;
  private readonly stopping = new AbortController();

  constructor(
    private readonly allocation: AllocationService,
    private readonly dataSource: DataSource,
    configuration: Configuration,
    private readonly work: HeavyWork,
  ) {
    super(configuration.foldCheckSeconds * 1000, 'folds are checked later');
  }

  override async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await super.onModuleDestroy();
  }

  get figures(): FoldCheckFigures {
    const { zones, differences, endedAt } = this;
    return { zones, differences, endedAt };
  }

  protected round(): Promise<FoldCheckResult> {
    return this.checkAll(REST);
  }

  /** Checks all zones of this process now; it pauses only for other requests. */
  run(): Promise<FoldCheckResult> {
    this.onDemand ??= this.checkAll(0).finally(() => {
      this.onDemand = undefined;
    });
    return this.onDemand;
  }

  /** Zones that can't be read don't stop the check of the others. Without another finding, it fails then. */
  private async checkAll(rest: number): Promise<FoldCheckResult> {
    const found: DifferingFold[] = [];
    let zones = 0;
    let failure: Error | undefined;
    for (const { zoneId } of this.allocation.activeLoops()) {
      if (this.stopping.signal.aborted) break;
      const begun = performance.now();
      try {
        const differences = await this.checkZone(zoneId);
        if (differences) zones += 1;
        found.push(...(differences ?? []));
      } catch (error) {
        failure ??= error as Error;
        // Without the database there are no others.
        await this.dataSource.query('select');
      }
      const took = performance.now() - begun;
      if (rest > 0) await this.rest(Math.min(rest * took, MAX_REST_MS));
    }
    if (failure && found.length === 0) throw failure;
    if (!failure) this.endedAt = performance.now();
    return { zones, differences: found };
  }

  /** Ends early when the service stops. */
  private async rest(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await pause(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  }

  /** Undefined if the service stops, or if the ledger doesn't have what the fold was made of. */
  private async checkZone(zoneId: string): Promise<DifferingFold[] | undefined> {
    const differences = await this.compare(zoneId);
    if (!differences) return undefined;
    this.zones += 1;
    if (differences.length > 0) this.drop(zoneId, differences);
    return differences;
  }

  private drop(zoneId: string, differences: readonly DifferingFold[]): void {
    this.differences += differences.length;
    const [{ providerId = 'the whole zone', name, figure, at, kept, ledger }] = differences;
    this.log.error(
      `the fold of zone '${zoneId}' differs from its ledger in ${differences.length} figures and is dropped: ${figure} ${name} of ` +
        `${providerId} at ${formatInstant(at)} is ${ledger}, the fold says ${kept}`,
    );
    this.allocation.dropFold(zoneId);
  }

  private async compare(zoneId: string): Promise<DifferingFold[] | undefined> {
    const { knownFrom } = await this.copy(zoneId, []);
    const rebuilt = await buildFold(this.dataSource.manager, zoneId, knownFrom, { pace: this.work });
    if (!rebuilt) return undefined;
    const found: DifferingFold[] = [];
    for (const parts of await this.portions(zoneId, rebuilt)) {
      if (this.stopping.signal.aborted) return undefined;
      const copy = await this.copy(zoneId, parts);
      if (!(await this.bringForward(rebuilt, copy.head))) return undefined;
      found.push(...(await differencesFrom(rebuilt, copy, this.work)));
    }
    return found;
  }

  /** All parts of the kept or the rebuilt fold, in portions that are copied in one turn. */
  private async portions(zoneId: string, rebuilt: ZoneFold): Promise<FoldPart[][]> {
    const portions: FoldPart[][] = [];
    let room = 0;
    for (const part of await this.allocation.read(zoneId, (fold) => foldPartsOf(fold, rebuilt))) {
      if (room < part.size || portions.length === 0) {
        portions.push([]);
        room = MAX_COPIED_INSTANTS;
      }
      portions[portions.length - 1].push(part);
      room -= part.size;
    }
    return portions;
  }

  private copy(zoneId: string, parts: readonly FoldPart[]): Promise<FoldCopy> {
    return this.work.step(() => this.allocation.readState(zoneId, (state) => copyOf(state, parts)));
  }

  /** False when the ledger no longer contains the commits behind the copy, as after a failover that lost commits. */
  private async bringForward(rebuilt: ZoneFold, head: number): Promise<boolean> {
    const { zoneId } = rebuilt;
    while (rebuilt.head < head) {
      const after = new Map([[zoneId, rebuilt.head]]);
      const upTo = new Map([[zoneId, head]]);
      const commits = await this.work.step(() =>
        readCommits(this.dataSource.manager, after, upTo, MAX_ENTRIES),
      );
      if (commits.length === 0) return false;
      const providers = commits.flatMap(({ entries }) =>
        entries.flatMap(({ providerId }) => providerId ?? []),
      );
      await this.work.inParts(rebuilt.sumUp(providers));
      for (const { entries, sequence } of commits) {
        for (const entry of entries) rebuilt.apply(entry);
        rebuilt.head = sequence;
      }
    }
    return rebuilt.head === head;
  }
}
