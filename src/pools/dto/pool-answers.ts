import { dryRun } from '../../allocation/admission/dry-run.js';
import type { PoolEntryRecord } from '../../allocation/admission/records.js';
import { classesOf, negated, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { Rehearsal } from '../../idempotency/answered-requests.js';
import {
  AdmittedAgain,
  admittedAnswer,
  AdmittedFromWaiting,
  camelAdmitted,
  CamelReleaseRehearsed,
  DoneRehearsed,
  DryRunMark,
  Reservations,
} from '../../openapi/dry-run-parts.js';
import {
  Always,
  Amounts,
  Id,
  Ids,
  OPTIONAL,
  pageSchemaOf,
  Part,
  Parts,
  Time,
  Word,
} from '../../openapi/members.js';
import { rehearsedChange, type ChangedCapacity, type RehearsedChange } from '../change-capacity.js';
import type { EndedPoolEntry } from '../end-pool-entry.js';
import type { RetiredProvider } from '../retire-provider.js';
import type { Withdrawn } from '../withdraw-provider.js';

export class CapacityChanged {
  @Always('ok') result!: string;
  @Id('Id of the pool entry that was made.') 'pool-id'!: string;

  @Word('`capacity increase successful` or `capacity decrease successful`, and a warning if any.')
  message!: string;

  @Reservations('Reservations that a forced decrease has moved or put in conflict.', OPTIONAL)
  displaced?: readonly string[];
}

const Moved = () =>
  Reservations('Reservations that would be placed anew in their zone, the latest created first.');

const InConflict = () =>
  Reservations('Reservations that would be put in conflict, the latest created first.');

export class CapacityRehearsed extends DoneRehearsed {
  @Moved() moved!: readonly string[];
  @InConflict() 'in-conflict'!: readonly string[];
  @AdmittedAgain() 'admitted-again'!: readonly string[];
  @AdmittedFromWaiting() admitted?: readonly string[];
}

/** A pool entry as the additive reads show it; amounts carry the sign of the change. */
export class PoolEntry {
  @Id('Its id.') poolId!: string;
  @Word('Its zone.') zone!: string;
  @Id('The provider whose capacity it changes.') providerId!: string;
  @Time('Start.') start!: string;
  @Time('End; absent: open. Equal to the start if the entry was ended before it.', OPTIONAL) end?: string;
  @Amounts('By how much, with the sign of the change.') capacity!: object;
  @Time('When it was declared.') created!: string;
  @Time('When it was ended before its time; absent: it was not.', OPTIONAL) ended?: string;
}

export const PoolEntryPage = pageSchemaOf(PoolEntry);

const Displaced = () => Reservations('Reservations that were moved or put in conflict.');

export class PoolEntryEnded extends PoolEntry {
  @Time('When it ends now.', { required: true }) declare end?: string;
  @Time('When it was ended.', { required: true }) declare ended?: string;
  @Displaced() displaced!: readonly string[];
}

export class ProviderWithdrawn {
  @Parts(PoolEntry, 'The pool entries that were made, one per part of the window with the same totals.')
  pools!: PoolEntry[];

  @Displaced() displaced!: readonly string[];
}

export class ProviderRetired {
  @Id('Its id.') providerId!: string;
  @Word('Its zone, which stays known.') zone!: string;
  @Always('retired') state!: string;
  @Parts(PoolEntry, 'The pool entries that ended with it.') pools!: PoolEntry[];
}

class CapacityEffects extends CamelReleaseRehearsed {
  @Moved() moved!: readonly string[];
  @InConflict() inConflict!: readonly string[];
}

/** The answer to a dry run of an end. */
export class PoolEndRehearsed extends CapacityEffects {
  @Part(PoolEntry, 'The pool entry as it would be.') pool!: PoolEntry;
}

/** The answer to a dry run of a withdrawal. */
export class WithdrawalRehearsed extends CapacityEffects {
  @Amounts('The most that would be taken away at an instant, per class.') withdrawn!: object;
}

/** The answer to a dry run of a retirement. */
export class RetirementRehearsed {
  @Id('Its id.') providerId!: string;
  @DryRunMark() dryRun!: true;
  @Ids('A pool entry.', 'The pool entries that would end with it.') pools!: readonly string[];
}

type ChangeRehearsal<T> = Rehearsal<T, RehearsedChange<T>>;

export const END_REHEARSAL: ChangeRehearsal<EndedPoolEntry> = {
  rehearse: dryRun(rehearsedChange),
  rehearsed: ({ changed, ...effects }): PoolEndRehearsed => ({
    pool: poolDetails(changed.poolEntry),
    ...effectsAnswer(effects),
  }),
};

export const WITHDRAWAL_REHEARSAL: ChangeRehearsal<Withdrawn> = {
  rehearse: dryRun(rehearsedChange),
  rehearsed: ({ changed, ...effects }): WithdrawalRehearsed => ({
    withdrawn: mostOf(changed.poolEntries.map(({ amounts }) => negated(amounts))),
    ...effectsAnswer(effects),
  }),
};

type Effects = Omit<RehearsedChange<unknown>, 'changed'>;

function effectsAnswer({ moved, inConflict, ...admitted }: Effects): CapacityEffects {
  return { moved, inConflict, ...camelAdmitted(admitted) };
}

export const RETIREMENT_REHEARSAL: Rehearsal<RetiredProvider, RetiredProvider> = {
  rehearse: dryRun(({ value }) => value),
  rehearsed: ({ providerId, poolEntries }): RetirementRehearsed => ({
    providerId,
    dryRun: true,
    pools: poolEntries.map(({ id }) => id),
  }),
};

function mostOf(all: readonly ResourceAmounts[]): ResourceAmounts {
  const most: Record<string, number> = {};
  for (const amounts of all) {
    for (const name of classesOf(amounts)) most[name] = Math.max(most[name] ?? 0, amounts[name]);
  }
  return most;
}

export function poolChanged(
  message: string,
  { poolEntry, warnings, displaced }: ChangedCapacity,
): CapacityChanged {
  return {
    result: 'ok',
    'pool-id': poolEntry.id,
    message: [message, ...warnings].join('; '),
    ...(displaced.length > 0 ? { displaced } : {}),
  };
}

/** The answer to a dry run. */
export function changeRehearsal(message: string): ChangeRehearsal<ChangedCapacity> {
  return {
    rehearse: dryRun(rehearsedChange),
    rehearsed: ({ changed, moved, inConflict, ...admitted }): CapacityRehearsed => ({
      result: 'ok',
      message: [message, ...changed.warnings].join('; '),
      'dry-run': true,
      moved,
      'in-conflict': inConflict,
      ...admittedAnswer(admitted),
      'admitted-again': admitted.again,
    }),
  };
}

export function withdrawnAnswer({ poolEntries, displaced }: Withdrawn): ProviderWithdrawn {
  return { pools: poolEntries.map(poolDetails), displaced };
}

export function endedAnswer({ poolEntry, displaced }: EndedPoolEntry): PoolEntryEnded {
  return { ...poolDetails(poolEntry), displaced };
}

export function retiredAnswer({ zoneId, providerId, poolEntries }: RetiredProvider): ProviderRetired {
  return {
    providerId,
    zone: zoneId,
    state: 'retired',
    pools: poolEntries.map(poolDetails),
  };
}

export function poolDetails(entry: PoolEntryRecord): PoolEntry {
  const { id, zoneId, providerId, window, amounts, createdAt, endedAt } = entry;
  return {
    poolId: id,
    zone: zoneId,
    providerId,
    start: formatInstant(window.start),
    end: formatOptional(window.end),
    capacity: amounts,
    created: formatInstant(createdAt),
    ended: formatOptional(endedAt),
  };
}
