import { IsOptional } from 'class-validator';
import { isRange } from '../../allocation/address-span.js';
import { required } from '../../http/required.js';
import { readAmounts } from '../../http/wire-amounts.js';
import {
  Checked,
  IsAmountsObject,
  IsBooleanText,
  IsText,
  IsWireTime,
  readBoolean,
  readEnd,
  type WireStart,
} from '../../http/wire-types.js';
import { listCheck, type WireCheck } from '../../http/wire-checks.js';
import { withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import { startOf } from '../../http/wire-start.js';
import type { CapacityOrder } from '../pools.service.js';
import type { Withdrawal } from '../withdraw-provider.js';

const ipv4Network: WireCheck = (value) => {
  const flaw = { path: [], detail: 'must be an IPv4 network such as 203.0.113.0/24' };
  return typeof value === 'string' && isRange(value) ? undefined : flaw;
};

/** Body of POST /increase-capacity and POST /decrease-capacity. */
export class ChangeCapacityBody {
  @IsOptional() @IsText() source?: string;
  @IsWireTime('start') start?: WireStart;
  @IsWireTime('end', { nullable: true }) end?: string | null;
  @IsOptional() @IsAmountsObject() capacity?: object;
  /** On a decrease: take also what is promised. */
  @IsOptional() @IsBooleanText() force?: boolean | string;
  /** On an increase: networks whose addresses the zone may give to reservations. */
  @IsOptional() @Checked('isIpv4Networks', listCheck(ipv4Network)) publicIps?: string[];
}

/** Body of POST /providers/{id}/withdraw. */
export class WithdrawBody {
  @IsWireTime('start') start?: WireStart;
  @IsWireTime('end', { nullable: true }) end?: string | null;
}

export function windowOf({ start, end }: WithdrawBody): Omit<Withdrawal, 'providerId'> {
  return { start: startOf(start), end: readEnd(end) };
}

export function capacityOrder(
  direction: CapacityOrder['direction'],
  body: ChangeCapacityBody,
  classes: ReadonlyMap<ResourceClass, number>,
): CapacityOrder {
  return {
    direction,
    source: required(body.source, 'source'),
    start: startOf(body.start),
    end: readEnd(body.end),
    amounts: withoutZeros(readAmounts(required(body.capacity, 'capacity'), classes)),
    force: readBoolean(body.force ?? false),
    publicIps: direction === 'increase' ? (body.publicIps ?? []) : [],
  };
}
