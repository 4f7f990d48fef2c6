import { IsOptional } from 'class-validator';
import { ComputeTypeId, TypeIdOf } from '../../capacity/dto/northbound.dto.js';
import { FIGURES, type FigureName } from '../../capacity/figures.js';
import { stringCheck, type WireCheck } from '../../http/wire/wire-checks.js';
import { Given, Optional } from '../../http/wire/wire-members.js';
import type { WireSchema } from '../../http/wire/wire-schemas.js';
import { Checked, IsOneOf, IsText, Nested, NestedList } from '../../http/wire/wire-types.js';
import { Described } from '../../openapi/members.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import {
  CALLBACK_TOKEN_PATTERN,
  isCallbackToken,
  isCallbackUri,
  MAX_CALLBACK_HOST_LENGTH,
  MAX_CALLBACK_TOKEN_LENGTH,
  MAX_CALLBACK_URI_LENGTH,
} from '../callback.js';
import {
  CONDITIONS,
  THRESHOLD_TYPES,
  type Condition,
  type SubscribeRequest,
  type Threshold,
  type ThresholdType,
} from '../subscription.js';

const callbackUri = stringCheck(
  `must be an http or https URL of at most ${MAX_CALLBACK_URI_LENGTH} characters, with a host of at most ${MAX_CALLBACK_HOST_LENGTH} in ASCII and without a user name`,
  isCallbackUri,
);

const callbackToken = stringCheck(
  `must be 1 to ${MAX_CALLBACK_TOKEN_LENGTH} visible ASCII characters`,
  isCallbackToken,
);

const thresholdValue: WireCheck = (value) =>
  numberOf(value) === undefined ? { path: [], detail: 'must be a number' } : undefined;

/** The schema of `numberOf`. */
const THRESHOLD_VALUE: WireSchema = {
  anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?[0-9]+([.][0-9]+)?$' }],
};

/** The comparison; `value` is a JSON number or its decimal digits. */
export class ThresholdComparison {
  @Given('The figure that is compared.', IsOneOf(FIGURES)) capacity_info!: FigureName;
  @Given('How it is compared with `value`.', IsOneOf(CONDITIONS)) condition!: Condition;

  @Given(
    '`absoluteValue`: a number in the units of the type; `available` can be negative. `percentageOfTotal`: 0 to 100.',
    Checked(thresholdValue, { schema: THRESHOLD_VALUE }),
  )
  value!: number | string;
}

@Described({
  description:
    'When a notification is wanted: once the condition becomes true. Without a threshold, at every change.',
})
export class ThresholdMember {
  @Given('What `value` is.', IsOneOf(THRESHOLD_TYPES)) thresholdType!: ThresholdType;
  @Nested(() => ThresholdComparison) threshold!: ThresholdComparison;
}

/** An address that notifications can be sent to. */
export const IsCallbackUri = (): PropertyDecorator =>
  Given(CALLBACK_TEXT, Checked(callbackUri, { schema: CALLBACK_SCHEMA }));

export const CALLBACK_TEXT =
  'Base address for the notifications; their path is appended unless it is there already. Without a user name or ' +
  'password in it. Absent: the service’s default or, without one, they are kept for reading.';

export const CALLBACK_SCHEMA: WireSchema = {
  type: 'string',
  format: 'uri',
  maxLength: MAX_CALLBACK_URI_LENGTH,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
};

const CALLBACK_TOKEN_SCHEMA: WireSchema = {
  type: 'string',
  maxLength: MAX_CALLBACK_TOKEN_LENGTH,
  pattern: CALLBACK_TOKEN_PATTERN,
};

/** A token that the receiver wants. */
export const IsCallbackToken = (): PropertyDecorator =>
  Given(
    {
      description:
        'Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never ' +
        'returned.',
      format: 'password',
    },
    Checked(callbackToken, { schema: CALLBACK_TOKEN_SCHEMA }),
  );

/** What every subscription can carry. */
export class SubscriptionBody {
  /** Base address for the notifications; the interface leaves open where a consumer says it. */
  @IsOptional() @IsCallbackUri() callbackUri?: string | null;
  @IsOptional() @IsCallbackToken() callbackToken?: string | null;
}

export class CapacitySubscriptionBody extends SubscriptionBody {
  @Optional('Only this zone; by default the whole service.', IsText(255)) zoneId?: string | null;
  @IsOptional() @Nested(() => ThresholdMember) threshold?: ThresholdMember | null;
}

/** Body of POST /capacity/compute/subscribe. */
export class SubscribeComputeBody extends CapacitySubscriptionBody {
  @ComputeTypeId() @IsText() computeResourceTypeId!: string;
}

/** Body of POST /capacity/network/subscribe. */
export class SubscribeNetworkBody extends CapacitySubscriptionBody {
  @TypeIdOf('network') @IsText() networkResourceTypeId!: string;
}

/** Body of POST /capacity/storage/subscribe. */
export class SubscribeStorageBody extends CapacitySubscriptionBody {
  @TypeIdOf('storage') @IsText() storageResourceTypeId!: string;
}

export class WatchedReservation {
  @Given('A reservation, bare or as `ResourceReservation:<id>`.', IsText()) reservationId!: string;
}

/** Body of POST /reservation/subscribe; an empty `inputFilter` stands for all reservations. */
export class SubscribeReservationBody extends SubscriptionBody {
  @Given('The reservations to watch; an empty list: all.', NestedList(() => WatchedReservation))
  inputFilter!: WatchedReservation[];
}

export function capacityRequest(
  kind: NorthboundKind,
  typeId: string,
  body: CapacitySubscriptionBody,
  tenant: string | undefined,
): SubscribeRequest {
  const request = {
    kind,
    typeId,
    tenant,
    zoneId: body.zoneId ?? undefined,
    threshold: body.threshold ? thresholdOf(body.threshold) : undefined,
    callbackUri: body.callbackUri ?? undefined,
  };
  return { request, callbackToken: body.callbackToken ?? undefined };
}

export function reservationSubscription(
  body: SubscribeReservationBody,
  tenant: string | undefined,
): SubscribeRequest {
  const request = {
    kind: 'reservation' as const,
    tenant,
    reservationIds: watchedIds(body.inputFilter),
    callbackUri: body.callbackUri ?? undefined,
  };
  return { request, callbackToken: body.callbackToken ?? undefined };
}

export function watchedIds(filter: readonly WatchedReservation[]): string[] {
  return filter.map(({ reservationId }) => reservationId);
}

const VALUE_PATH: readonly string[] = ['threshold', 'threshold', 'value'];

/** @throws DomainError `invalid-request` for a value that its type can't have */
export function thresholdOf({ thresholdType: type, threshold }: ThresholdMember): Threshold {
  const { capacity_info: figure, condition } = threshold;
  const value = numberOf(threshold.value) ?? 0;
  if (type === 'percentageOfTotal' && (value < 0 || value > 100)) {
    throw DomainError.invalidField(VALUE_PATH, 'must be from 0 to 100');
  }
  return { type, figure, condition, value };
}

/** Undefined for what is no finite number. */
function numberOf(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  const number = isDigits ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined;
}
