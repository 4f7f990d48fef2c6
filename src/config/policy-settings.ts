import { INT32_MAX } from '../kernel/resource-amounts.js';
import { integer } from './parsers.js';
import { optional, withDefault } from './setting.js';
import { tenantLimits } from './tenant-limits-parser.js';

const SECONDS = integer(1, 3_155_760_000);

/** The operator's limits of reservations; absent ones are off. */
export const POLICY_SETTINGS = {
  maxReservationSeconds: optional('MAX_RESERVATION_SECONDS', 'off', SECONDS, 'Longest reservation allowed.'),
  maxStartAheadSeconds: optional(
    'MAX_START_AHEAD_SECONDS',
    'off',
    SECONDS,
    'How far ahead a reservation may start.',
  ),
  maxEndAheadSeconds: optional(
    'MAX_END_AHEAD_SECONDS',
    'off',
    SECONDS,
    'How far ahead a reservation may end.',
  ),
  defaultExpirySeconds: optional(
    'DEFAULT_EXPIRY_SECONDS',
    'off',
    // As far as a request can name it.
    integer(1, INT32_MAX),
    'Seconds after its start at which a reservation without an own expiry is released if no instance has drawn on it.',
  ),
  maxHoldSeconds: withDefault(
    'HOLD_MAX_SECONDS',
    '3600',
    integer(1, 31_557_600),
    'Longest time for which a reservation may be held before it is confirmed.',
  ),
  maxHolds: withDefault(
    'HOLD_LIMIT',
    '100',
    integer(0, 10_000),
    'Maximum number of held reservations of a tenant in a zone at a time, up to 10000. The tenant is that of the consumer, or named by the header `Headroom-Tenant`; callers without a tenant count as one.',
  ),
  maxWaits: withDefault(
    'WAIT_LIMIT',
    '1000',
    integer(0, 20_000),
    'Maximum number of waiting reservations of a tenant in a zone at a time, up to 20000; tenants as for `HOLD_LIMIT`. A large one counts as one more for each KiB of its containers, labels and elements.',
  ),
  tenantLimits: optional(
    'TENANT_LIMITS',
    'off',
    tenantLimits,
    'Maximum amounts that a tenant may hold in a zone at any instant, as `class:max`, separated by commas: `cores:100,ram:204800`. `tenant/class:max` is the limit of one tenant: `red/cores:400` (not for names with a comma). Classes are the built-in ones and those of `CUSTOM_CLASSES`. The tenant is that of the consumer, or named by the header `Headroom-Tenant`. Instances without a reservation do not count, nor do the amounts that instances of a cancelled reservation still use.',
  ),
  tenantLimitsAllZones: optional(
    'TENANT_LIMITS_ALL_ZONES',
    'off',
    tenantLimits,
    'Maximum amounts that a tenant may hold in all zones together at any instant, written as for `TENANT_LIMITS`. The service decides the requests of such a tenant one after the other, whatever their zones.',
  ),
} as const;
