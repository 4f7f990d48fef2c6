import { getMetadataStorage } from 'class-validator';
import { documentOf } from '../support/document.js';
import { ListParameters } from '../../src/http/wire/list-parameters.js';
import { InstanceListParameters } from '../../src/instances/dto/instance-list.dto.js';
import {
  DeliveriesOfOneParameters,
  DeliveryListParameters,
} from '../../src/notifications/dto/delivery-list.dto.js';
import { InboxListParameters } from '../../src/notifications/dto/inbox-list.dto.js';
import { PoolListParameters } from '../../src/pools/dto/pool-list.dto.js';
import { ProviderListParameters } from '../../src/providers/dto/provider-list.dto.js';
import { ReservationListParameters } from '../../src/reservations/dto/reservation-list.dto.js';
import { SubscriptionListParameters } from '../../src/subscriptions/dto/subscription-list.dto.js';
import { AuditListParameters } from '../../src/access/audit/dto/audit.dto.js';
import { KeyListParameters } from '../../src/access/keys/dto/keys.dto.js';
import { operationsOf } from '../northbound/api-schemas.js';

const READ = new Map<string, new () => ListParameters>([
  ['/reservations', ReservationListParameters],
  ['/instances', InstanceListParameters],
  ['/providers', ProviderListParameters],
  ['/pools', PoolListParameters],
  ['/zones', ListParameters],
  ['/zones/{id}/addresses', ListParameters],
  ['/subscriptions', SubscriptionListParameters],
  ['/deliveries', DeliveryListParameters],
  ['/subscriptions/{id}/deliveries', DeliveriesOfOneParameters],
  ['/notifications', InboxListParameters],
  ['/keys', KeyListParameters],
  ['/audit', AuditListParameters],
]);

const document = documentOf();
const ordered = (parameters: { name: string }[] = []) => parameters.some(({ name }) => name === 'order');
const lists = operationsOf(document).filter(({ operation }) => ordered(operation.parameters));

describe('documented', () => {
  it('the document describes exactly the existing lists', () => {
    expect(lists.map(({ path }) => path).sort()).toEqual([...READ.keys()].sort());
  });

  it.each(lists)('$name takes the query parameters that are documented', ({ path, operation }) => {
    const type = READ.get(path) ?? ListParameters;
    const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    const read = new Set(metadata.map(({ propertyName }) => propertyName));
    const inQuery = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'query');
    expect(inQuery.map(({ name }: { name: string }) => name).sort()).toEqual([...read].sort());
  });
});
