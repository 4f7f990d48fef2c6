import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { againIfChanged } from '../allocation/admission/changed-meanwhile.js';
import type { RunAs } from '../allocation/admission/dry-run.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { unknownReservation } from '../allocation/admission/refusals.js';
import { Configuration } from '../config/configuration.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { bareId, newId } from '../kernel/identifiers.js';
import { sees, type Principal } from '../kernel/principal.js';
import { INT32_MAX } from '../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../kernel/time-window.js';
import { checkAhead } from '../kernel/window-rules.js';
import { tooManyAddresses } from './assign-addresses.js';
import { storedBytes } from './container-ids.js';
import { cancelReservation } from './end-reservation.js';
import { occurrencesOf } from './repeat-rule.js';
import type { AskedChange, Expiry, ReservationRequest, Spelling } from './reservation.js';
import { ReservationsRepository } from './reservations.repository.js';
import { ReservationsService } from './reservations.service.js';
import { createSeries, forThoseAhead, protectorsFirst, shrinkingFirst } from './series.js';

type Records = readonly ReservationRecord[];

/** Maximum bytes of the containers of all occurrences: one statement stores them. */
const MAX_SERIES_BYTES = 16 * 1024 * 1024;

/** Maximum addresses of all occurrences: each is assigned on its own, in one decision. */
const MAX_SERIES_ADDRESSES = 20_000;

/** Reservations that repeat: created together, and changed or cancelled together as far as they have not begun. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly repository: ReservationsRepository,
    private readonly allocation: AllocationService,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Admits all occurrences in one zone, or none.
   *
   * @param rule the request's `repeat`
   * @throws DomainError as `ReservationsService.create`; an offer is for the first occurrence that does not fit
   */
  async create<R>(
    caller: Principal,
    request: ReservationRequest,
    rule: string,
    as: RunAs<Records, R>,
  ): Promise<R> {
    checkAlone(request);
    const now = this.clock.now();
    // The whole window: an occurrence that has begun is shortened by its admission, and the others keep their times.
    const window = { start: request.start ?? now, end: request.end ?? FOREVER };
    checkAhead(window, now, request.spelling);
    const windows = occurrencesOf(rule, window, request.spelling.repeat);
    checkSize(request, windows.length);
    const [first] = windows;
    const { policies } = this.configuration;
    const laterExpiry = fromEachStart(request, first);
    return this.reservations.admitNew(caller, { ...request, ...first }, (resolved) => {
      // Lists are in the order of ids, which are random within a millisecond.
      const ids = windows.map(newId).sort();
      const occurrences = windows.map((occurrence, index) => ({
        ...occurrence,
        id: ids[index],
        expiry: index === 0 ? request.expiry : laterExpiry,
      }));
      return as(createSeries(newId(), occurrences, resolved, policies));
    });
  }

  /** @throws DomainError as `ReservationsService.update`; `invalid-request` for members that would move occurrences */
  update<R>(caller: Principal, seriesId: string, change: AskedChange, as: RunAs<Records, R>): Promise<R> {
    const { spelling, start, end, zoneId: zone } = change;
    const fixed = { start, end, zone };
    for (const member of ['start', 'end', 'zone'] as const) {
      if (fixed[member] === undefined) continue;
      throw DomainError.invalidField([spelling[member]], `and ${spelling.series} must not both be given`);
    }
    return againIfChanged(async () => {
      const { zoneId, records } = await this.ahead(caller, seriesId, spelling);
      checkAddresses(change, records.length);
      const ofSeries = { ...change, spelling: { ...spelling, id: spelling.series } };
      const changes = await this.reservations.changesInZone(caller, zoneId, records, ofSeries);
      const admissions = new Map(records.map((record, index) => [record, changes[index]]));
      return this.allocation.admit(
        zoneId,
        as(forThoseAhead(admissions, spelling.series, shrinkingFirst(change.amounts))),
      );
    });
  }

  /** @throws DomainError as `ReservationsService.cancel` */
  cancel<R>(caller: Principal, seriesId: string, spelling: Spelling, as: RunAs<Records, R>): Promise<R> {
    return againIfChanged(async () => {
      const { zoneId, records } = await this.ahead(caller, seriesId, spelling);
      const admission = forThoseAhead(
        new Map(
          records.map((record) => [record, cancelReservation(record.id, spelling, caller, spelling.series)]),
        ),
        spelling.series,
        protectorsFirst,
      );
      return this.allocation.admit(zoneId, as(admission));
    });
  }

  /** The occurrences of a series that are live and have not begun. They lie in one zone unless some were moved. */
  private async ahead(
    caller: Principal,
    reference: string,
    { series: field }: Spelling,
  ): Promise<{ zoneId: string; records: Records }> {
    const seriesId = bareId(reference);
    const found =
      seriesId === undefined ? [] : await this.repository.aheadOfSeries(seriesId, this.clock.now());
    const records = found.filter(({ tenant }) => sees(caller, tenant));
    if (records.length === 0) throw unknownReservation(field);
    const [{ zoneId }] = records;
    const elsewhere = records.find((record) => record.zoneId !== zoneId);
    if (elsewhere) {
      const first = `occurrence ${elsewhere.id} in ${elsewhere.zoneId}, the first in ${zoneId}`;
      const rule = `names a series whose occurrences lie in several zones (${first}); name them one by one`;
      throw DomainError.invalidField([field], rule);
    }
    return { zoneId, records };
  }
}

/** A time in the first occurrence, even in one that will be shortened, as seconds after the start of each other one. */
function fromEachStart(
  { expiry, spelling }: ReservationRequest,
  first: TimeWindow,
): Expiry | null | undefined {
  if (!expiry || !('at' in expiry)) return expiry;
  const secondsAfterStart = expiry.at - first.start;
  if (secondsAfterStart > INT32_MAX) {
    const rule = `must not lie more than ${INT32_MAX} seconds after the start of the first occurrence`;
    throw DomainError.invalidField([spelling.expiry], rule);
  }
  return { secondsAfterStart };
}

/** All occurrences are admitted now, for good. */
function checkAlone({ wait, holdSeconds, spelling }: ReservationRequest): void {
  const other = wait ? spelling.wait : holdSeconds === undefined ? undefined : spelling.hold;
  if (other !== undefined) {
    throw DomainError.invalidField([spelling.repeat], `and ${other} must not both be given`);
  }
}

function checkSize(request: ReservationRequest, occurrences: number): void {
  checkAddresses(request, occurrences);
  const { containers, spelling } = request;
  if (!containers) return;
  const bytes = containers.reduce((sum, container) => sum + storedBytes(container), 0);
  if (bytes * occurrences <= MAX_SERIES_BYTES) return;
  const rule = `must not have more than ${MAX_SERIES_BYTES} bytes in all ${occurrences} occurrences together`;
  throw DomainError.invalidField([spelling.amounts], rule);
}

function checkAddresses(
  { amounts, spelling }: Pick<AskedChange, 'amounts' | 'spelling'>,
  occurrences: number,
) {
  const { addresses = 0 } = amounts ?? {};
  if (addresses * occurrences <= MAX_SERIES_ADDRESSES) return;
  const rule = ` must not be more than ${MAX_SERIES_ADDRESSES} in all ${occurrences} occurrences together`;
  throw tooManyAddresses(spelling, rule);
}
