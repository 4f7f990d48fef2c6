import { ApiProperty } from '@nestjs/swagger';
import { validate as isId } from 'uuid';
import {
  listRequest,
  listWindow,
  WindowedListParameters,
  type ListRequest,
} from '../../http/wire/list-parameters.js';
import { Omittable } from '../../http/wire/wire-members.js';
import { IsUuidText } from '../../http/wire/wire-types.js';
import { StateFilter, TenantFilter } from '../../openapi/list-filters.js';
import type { DeliveryFilter } from '../delivery/delivery-list.js';
import { DELIVERY_STATES, type DeliveryState } from '../delivery/delivery.js';

/** Query of GET /subscriptions/{id}/deliveries. */
export class DeliveriesOfOneParameters extends WindowedListParameters {
  @StateFilter(DELIVERY_STATES) state?: DeliveryState;
  @ApiProperty({ description: 'Those made at this time or later.' }) declare from?: string;
  @ApiProperty({ description: 'Those made before this time.' }) declare to?: string;
}

/** Query of GET /deliveries. */
export class DeliveryListParameters extends DeliveriesOfOneParameters {
  @Omittable('Those of this subscription; by default of any.', IsUuidText()) subscription?: string;
  @TenantFilter('Those of subscriptions made for this tenant; by default of any.') tenant?: string;
}

export function deliveryFilter(query: DeliveryListParameters): DeliveryFilter {
  const { subscription, tenant, state } = query;
  return { subscriptionId: subscription?.toLowerCase(), tenant, state, ...listWindow(query) };
}

/** Those of one subscription are listed by their positions, all of them by their ids. */
export function deliveryRequest(path: string, query: DeliveryListParameters, isOfOne: boolean): ListRequest {
  return listRequest(path, query, isOfOne ? isPosition : isId);
}

function isPosition(key: string): boolean {
  return /^\d{1,15}$/.test(key);
}
