import { ApiProperty } from '@nestjs/swagger';
import { listWindow, WindowedListParameters } from '../../http/wire/list-parameters.js';
import { KindFilter } from '../../openapi/list-filters.js';
import type { InboxFilter } from '../inbox.repository.js';
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from '../../subscriptions/subscription.js';

/** Query of GET /notifications. */
export class InboxListParameters extends WindowedListParameters {
  @KindFilter(SUBSCRIPTION_KINDS) kind?: SubscriptionKind;
  @ApiProperty({ description: 'Those received at this time or later.' }) declare from?: string;
  @ApiProperty({ description: 'Those received before this time.' }) declare to?: string;
}

export function inboxFilter(query: InboxListParameters): InboxFilter {
  return { kind: query.kind, ...listWindow(query) };
}
