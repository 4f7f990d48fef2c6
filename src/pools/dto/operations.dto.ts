import { IsOptional } from 'class-validator';
import { isRange } from '../../kernel/address-span.js';
import { DryRunOption } from '../../http/wire/wire-dry-run.js';
import { readAmounts } from '../../http/wire/wire-amounts.js';
import { Given, Optional } from '../../http/wire/wire-members.js';
import {
  Checked,
  IsAmountsObject,
  IsBooleanText,
  IsText,
  EndsAfter,
  IsWireTime,
  readBoolean,
  readEnd,
  required,
  startOf,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { listCheck, MAX_LIST_LENGTH, stringCheck } from '../../http/wire/wire-checks.js';
import { listSchema } from '../../http/wire/wire-schemas.js';
import { Configured, NOW_MARKERS } from '../../openapi/members.js';
import { withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import type { CapacityOrder } from '../pools.service.js';
import type { Withdrawal } from '../withdraw-provider.js';

const ipv4Network = stringCheck('must be an IPv4 network such as 203.0.113.0/24', isRange);

const IPV4_NETWORKS = listSchema(
  { type: 'string', pattern: '^[0-9.]+/[0-9]+$', examples: ['203.0.113.0/24'] },
  MAX_LIST_LENGTH,
);

/** What both changes of capacity can carry. */
class ChangeCapacityBody extends DryRunOption {
  @Optional(
    {
      description: 'A provider, or a pool of the provider, bare or as `<Kind>:<id>`.',
      required: true,
    },
    IsText(),
  )
  source?: string;

  @Given(`Start. ${NOW_MARKERS}`, IsWireTime('start')) start?: WireStart;

  @Given('End; absent or null: open.', IsWireTime('end', { nullable: true }), EndsAfter('start'))
  end?: string | null;

  @Configured('RequestedAmounts', 'By how much; at least one amount that is not zero.', { required: true })
  @IsOptional()
  @IsAmountsObject()
  capacity?: object;
}

/** Body of POST /increase-capacity. */
export class IncreaseCapacityBody extends ChangeCapacityBody {
  @Optional(
    'IPv4 networks whose addresses the zone may give to reservations. One that the zone has already adds ' +
      'nothing; one of another zone is a conflict.',
    Checked(listCheck(ipv4Network), { schema: IPV4_NETWORKS }),
  )
  publicIps?: string[];
}

/** Body of POST /decrease-capacity. */
export class DecreaseCapacityBody extends ChangeCapacityBody {
  @Optional({ description: 'Take promised capacity too.', default: false }, IsBooleanText())
  force?: boolean | string;
}

/** Body of POST /providers/{id}/withdraw. */
export class WithdrawBody extends DryRunOption {
  @Given(`Start. ${NOW_MARKERS}`, IsWireTime('start')) start?: WireStart;

  @Given('End; absent or null: open.', IsWireTime('end', { nullable: true }), EndsAfter('start'))
  end?: string | null;
}

export function withdrawalOf({ start, end }: WithdrawBody): Pick<Withdrawal, 'start' | 'end'> {
  return { start: startOf(start), end: readEnd(end) };
}

type Classes = ReadonlyMap<ResourceClass, number>;

export function increaseOrder(body: IncreaseCapacityBody, classes: Classes): CapacityOrder {
  const { publicIps } = body;
  return { direction: 'increase', ...changeAsked(body, classes), force: false, publicIps: publicIps ?? [] };
}

export function decreaseOrder(body: DecreaseCapacityBody, classes: Classes): CapacityOrder {
  const force = readBoolean(body.force ?? false);
  const asked = changeAsked(body, classes);
  return { direction: 'decrease', ...asked, force, largestAmounts: classes, publicIps: [] };
}

function changeAsked(body: ChangeCapacityBody, classes: Classes) {
  return {
    source: required(body.source, 'source'),
    start: startOf(body.start),
    end: readEnd(body.end),
    amounts: withoutZeros(readAmounts(required(body.capacity, 'capacity'), classes)),
  };
}
