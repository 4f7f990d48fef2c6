import { Injectable } from '@nestjs/common';
import { zoneAway } from '../database/layout.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { groupsOf, inTurns } from '../kernel/in-turns.js';
import { WITHOUT_PAUSE, type Pace } from '../kernel/pace.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { AddressView } from './addresses/address-book.js';
import type { Admission, ZoneState } from './admission/admission.js';
import { isShortage, ZoneLimitReached } from './admission/refusals.js';
import { AllocationService } from './allocation.service.js';
import type { ZoneView } from './fold/zone-fold.js';
import { BestRefusal } from './placement/best-refusal.js';

/** Rank of a zone. The addresses are there if the demand that is tried has some. */
export type ZoneRank = (fold: ZoneView, now: Instant, addresses?: AddressView) => number;

/** Where there are more zones that an admission may go into, it is work that takes long. */
const FEW_ZONES = 16;

/** Such requests that run at once, their share of the process's time, and the milliseconds that one may take. */
const WIDE_PLACES = 8;
const WIDE_SHARE = 0.2;
const WIDE_MS = 10_000;

/** Milliseconds that ranking a zone takes, by measurement. */
const RANK_MS = 0.004;

interface ZoneTrial<T> {
  /** The demand: the refusal of the zone that offers the most of it is thrown. */
  readonly wanted?: ResourceAmounts;
  /** Whether the request names no zone, whatever the number of zones that are left for it. */
  readonly isForAnyZone?: boolean;
  readonly inVain?: {
    readonly admission: () => Admission<T>;
    /** Whether the zone may come to have room for it: only such zones are tried if there are any, the best-ranked first. */
    readonly isPossible: (fold: ZoneView, now: Instant) => boolean;
  };
}

/** Finds the zone for an admission that may go into any of several. */
@Injectable()
export class BestZone {
  /** Not the places of other heavy requests: a large body has one of those already. */
  private readonly wide: HeavyWork;

  constructor(
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
    heavyWork: HeavyWork,
  ) {
    this.wide = heavyWork.sibling(WIDE_PLACES, { kind: 'placement', share: WIDE_SHARE, isNested: true });
  }

  /**
   * Tries an admission in several zones, the best-ranked first, until one admits it. Every zone decides on its current
   * state, even if its cached fold looked full, so a refusal is always justified. If all refuse, throws the refusal with
   * the best offer (see `BestRefusal`).
   *
   * Behind the first, zones rehearse it at the same time: one by one, a refusal by hundreds of zones took most of a
   * minute beside other work.
   *
   * @param trial `inVain` makes the admission to try in one of the zones when all have refused
   * @throws DomainError the best refusal; `heavy-requests-busy` where there are many zones; `database-unavailable` if it fits in
   *   none and the node of some zone is away
   */
  admit<T>(
    zoneIds: readonly string[],
    rank: ZoneRank,
    admissionFor: (zoneId: string) => Admission<T>,
    trial: ZoneTrial<T>,
  ): Promise<T> {
    const { isForAnyZone } = trial;
    // The common case: there is nothing to choose.
    if (!isForAnyZone && zoneIds.length === 1) {
      return this.allocation.admit(zoneIds[0], admissionFor(zoneIds[0]));
    }
    const marked = (zoneId: string): Admission<T> => ({ ...admissionFor(zoneId), isForAnyZone });
    if (zoneIds.length <= FEW_ZONES) {
      return this.tryInTurn(zoneIds, rank, marked, { ...trial, pace: WITHOUT_PAUSE });
    }
    return this.wide.run(() => {
      this.wide.charge(zoneIds.length * RANK_MS);
      return this.tryInTurn(zoneIds, rank, marked, { ...trial, pace: this.wide.within(WIDE_MS) });
    });
  }

  private async tryInTurn<T>(
    zoneIds: readonly string[],
    rank: ZoneRank,
    admissionFor: (zoneId: string) => Admission<T>,
    { wanted, isForAnyZone, pace, inVain }: ZoneTrial<T> & { readonly pace: Pace },
  ): Promise<T> {
    const refusals = new BestRefusal(wanted);
    const limits = new Map<string, ZoneLimitReached>();
    const ranked = await this.ranked(zoneIds, rank, { pace, withAddresses: (wanted?.addresses ?? 0) > 0 });
    const groups = ranked.length > 0 ? [[ranked[0]], ...groupsOf(ranked.slice(1))] : [];
    for (const group of groups) {
      const rehearsed = group.length > 1 ? await pace.step(() => this.rehearse(group, admissionFor)) : [];
      for (const [index, zoneId] of group.entries()) {
        const refusal = rehearsed.at(index);
        try {
          if (refusal) throw refusal.error;
          return await pace.step(() => this.allocation.admit(zoneId, admissionFor(zoneId)));
        } catch (error) {
          if (error instanceof ZoneLimitReached) limits.set(zoneId, error);
          else if (isShortage(error)) refusals.add(error);
          else throw error;
        }
      }
      await pace.breathe();
    }
    // It may fit in the zones that could not be asked.
    if (isForAnyZone && this.allocation.isAnyZoneAway) throw zoneAway();
    let limitInVain: ZoneLimitReached | undefined;
    const unlimited = ranked.filter((zoneId) => !limits.has(zoneId));
    if (inVain && unlimited.length > 0) {
      const now = this.clock.now();
      const possible = unlimited.filter((zoneId) => {
        const { fold } = this.allocation.lastSeen(zoneId);
        return fold && inVain.isPossible(fold, now);
      });
      for (const zoneId of possible.length > 0 ? possible : unlimited) {
        try {
          const admission = { ...inVain.admission(), isForAnyZone };
          return await pace.step(() => this.allocation.admit(zoneId, admission));
        } catch (error) {
          if (!(error instanceof ZoneLimitReached)) throw error;
          limitInVain ??= error;
        }
      }
    }
    const [limit] = limits.values();
    throw limitInVain ?? refusals.refusal ?? limit ?? noCapacityAtAll();
  }

  /** Rehearses an admission in zones, all at the same time: the refusal of each, or undefined where it fits. */
  private rehearse<T>(
    zoneIds: readonly string[],
    admissionFor: (zoneId: string) => Admission<T>,
  ): Promise<({ readonly error: unknown } | undefined)[]> {
    const rehearsals = zoneIds.map((zoneId) =>
      this.allocation.admit(zoneId, { ...admissionFor(zoneId), isDryRun: true }).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
    );
    return Promise.all(rehearsals);
  }

  private async ranked(
    zoneIds: readonly string[],
    rank: ZoneRank,
    { pace, withAddresses }: { readonly pace: Pace; readonly withAddresses: boolean },
  ): Promise<string[]> {
    if (zoneIds.length < 2) return [...zoneIds];
    const now = this.clock.now();
    const ranks = new Map<string, number>();
    for (const zoneId of zoneIds) {
      const { fold, addresses } = this.allocation.lastSeen(zoneId);
      if (fold && (addresses || !withAddresses)) ranks.set(zoneId, rank(fold, now, addresses));
    }
    // All zones after a start: their folds have to be built first.
    const unseen = zoneIds.filter((zoneId) => !ranks.has(zoneId));
    const read = (state: ZoneState): number => rank(state.fold, state.now, state.zoneAddresses);
    await inTurns(pace, unseen, async (zoneId) => {
      ranks.set(zoneId, await this.allocation.readState(zoneId, read, { addresses: withAddresses }));
    });
    const rankOf = (zoneId: string): number => ranks.get(zoneId) ?? 0;
    return [...zoneIds].sort((a, b) => rankOf(b) - rankOf(a));
  }
}

function noCapacityAtAll(): DomainError {
  const message = 'no resource capacity available during requested start/end time';
  return new DomainError('conflict', 'capacity-insufficient', message, { offer: { maxCapacity: {} } });
}
