import { formatInstant } from '../../kernel/time-window.js';
import { Flag, Id, Member, OneOf, OPTIONAL, Parts, Time, Whole, Word } from '../../openapi/members.js';
import type { IdleReport, UsageReport, UsageRow } from '../reports.service.js';
import { USAGE_KEYS, type UsageKey } from '../usage.statement.js';

const Hours = (description: string) => Member({ type: 'number', description });
const Share = (description: string, more: object = {}) =>
  Member({ type: 'number', minimum: 0, maximum: 1, description, ...more });

export class UsageLine {
  @Id('The reservation.', OPTIONAL) reservationId?: string;
  @Word('Its name, where it has one.', OPTIONAL) name?: string;
  @Word('The tenant; absent: of none.', OPTIONAL) tenant?: string;
  @Word('The zone.', OPTIONAL) zone?: string;
  @Id('The provider.', OPTIONAL) providerId?: string;
  @Word('The resource class.') class!: string;
  @Hours('What was promised to reservations, in units times hours.') reservedHours!: number;
  @Hours('What their instances used of it.') usedHours!: number;
  @Hours('What nothing used of it.') idleHours!: number;
  @Hours('What instances used outside of reservations.') unreservedHours!: number;
  @Whole('The most that was promised at an instant.') peak!: number;
  @Share('`idleHours` of `reservedHours`; absent where nothing was reserved.', OPTIONAL) idleShare?: number;
}

export class Usage {
  @Time('Start.') from!: string;
  @Time('End.') to!: string;
  @OneOf(USAGE_KEYS, 'What there is a row for.') by!: string;
  @Parts(UsageLine, 'Per row and class, in the order of the keys.') rows!: UsageLine[];
}

export class IdleLine {
  @Id('The reservation.') reservationId!: string;
  @Word('Its name, where it has one.', OPTIONAL) name?: string;
  @Word('Its tenant, where it has one.', OPTIONAL) tenant?: string;
  @Word('Its zone.') zone!: string;
  @Time('When it began.') start!: string;
  @Share('The share that was drawn on since then, of the class that was drawn on most.') usedShare!: number;
  @Hours('The hours since its start, times the share that was not drawn on.') idleHours!: number;
}

export class Idle {
  @Parts(IdleLine, 'The longest idle first.') reservations!: IdleLine[];
  @Flag('Whether the limit leaves out others.') more!: boolean;
}

const KEY_MEMBER: Readonly<Record<UsageKey, keyof UsageLine | undefined>> = {
  reservation: 'reservationId',
  tenant: 'tenant',
  zone: 'zone',
  provider: 'providerId',
  class: undefined,
};

/** The members of a row, and the columns of the CSV. */
export function usageColumns(by: UsageKey): (keyof UsageLine)[] {
  const key = KEY_MEMBER[by];
  return [
    ...(key ? [key] : []),
    ...(by === 'reservation' ? (['name', 'tenant'] as const) : []),
    'class',
    'reservedHours',
    'usedHours',
    'idleHours',
    'unreservedHours',
    'peak',
    'idleShare',
  ];
}

/** Member by member, because copying what is left of a row takes ten times as long, and a report may have millions. */
export function usageLine(by: UsageKey, row: UsageRow): UsageLine {
  const keyOf = (other: UsageKey) => (by === other ? (row.key ?? undefined) : undefined);
  return {
    reservationId: keyOf('reservation'),
    name: row.name ?? undefined,
    tenant: keyOf('tenant') ?? row.tenant ?? undefined,
    zone: keyOf('zone'),
    providerId: keyOf('provider'),
    class: row.class,
    reservedHours: row.reservedHours,
    usedHours: row.usedHours,
    idleHours: row.idleHours,
    unreservedHours: row.unreservedHours,
    peak: row.peak,
    idleShare: row.idleShare ?? undefined,
  };
}

/** What a report says before its rows. */
export function usageHead({ by, from, to }: UsageReport): Omit<Usage, 'rows'> {
  return { from: formatInstant(from), to: formatInstant(to), by };
}

/** The members of a row, and the columns of the CSV. */
export const IDLE_COLUMNS = [
  'reservationId',
  'name',
  'tenant',
  'zone',
  'start',
  'usedShare',
  'idleHours',
] as const satisfies readonly (keyof IdleLine)[];

export function idleAnswer({ rows, isMore }: IdleReport): Idle {
  return {
    reservations: rows.map(({ name, tenant, start, ...row }) => ({
      ...row,
      name: name ?? undefined,
      tenant: tenant ?? undefined,
      start: formatInstant(start.getTime() / 1000),
    })),
    more: isMore,
  };
}
