import type { Permitted } from '../../src/http/allow.js';

const ANYONE: readonly Permitted[] = ['anyone'];
const READERS: readonly Permitted[] = ['auditor', 'operator', 'admin'];
const OPERATORS: readonly Permitted[] = ['operator', 'admin'];
const OWNERS: readonly Permitted[] = ['consumer', ...OPERATORS];
const OWNERS_AND_READERS: readonly Permitted[] = ['consumer', ...READERS];

/** The matrix of docs/access.md: each row with its operations. Written by hand, because a wrong row here would hide a security hole. */
const ROWS: readonly (readonly [permitted: readonly Permitted[], operations: string])[] = [
  [ANYONE, 'readRoot readDocument live ready'],
  [['authenticated'], 'whoAmI'],
  [[...READERS, 'metrics'], 'readMetrics'],
  [
    OPERATORS,
    'addProvider increaseCapacity decreaseCapacity discoverProvider reconcileProvider withdrawProvider retireProvider endPool checkFolds',
  ],
  [READERS, 'listProviders readProvider listPools readPool listZoneAddresses'],
  [OWNERS_AND_READERS, 'listZones readZone'],
  [
    OWNERS_AND_READERS,
    'queryCapacity queryComputeCapacity queryNetworkCapacity queryStorageCapacity findWindows reportUsage reportIdle',
  ],
  [
    OWNERS,
    'createReservation updateReservation cancelReservation confirmReservation createInstance destroyInstance markInstance ' +
      'confirmComputeReservation confirmNetworkReservation confirmStorageReservation ' +
      'createComputeReservation createNetworkReservation createStorageReservation updateComputeReservation ' +
      'updateNetworkReservation updateStorageReservation terminateComputeReservation terminateNetworkReservation terminateStorageReservation',
  ],
  [
    OWNERS_AND_READERS,
    'queryReservation queryComputeReservations queryNetworkReservations queryStorageReservations listReservations readReservation ' +
      'listInstances readInstance',
  ],
  [
    OWNERS,
    'subscribeComputeCapacity subscribeNetworkCapacity subscribeStorageCapacity subscribeReservations changeSubscription ' +
      'unsubscribe rotateSecret enableSubscription redeliverDead sendTestNotification redeliver',
  ],
  [
    OWNERS_AND_READERS,
    'listSubscriptions readSubscription listDeliveries listDeliveriesOfSubscription readDelivery',
  ],
  [['notify'], 'receiveComputeNotification receiveNetworkNotification receiveStorageNotification'],
  [READERS, 'listNotifications listAudit'],
  [['admin'], 'createKey listKeys readKey changeKey revokeKey rotateKey'],
];

const BY_OPERATION = new Map(
  ROWS.flatMap(([permitted, operations]) => operations.split(' ').map((id) => [id, permitted] as const)),
);

/** The roles and scopes that may call an operation; none if the matrix has no row for it. */
export function permittedByDesign(operationId: string): readonly Permitted[] {
  return BY_OPERATION.get(operationId) ?? ['NO ROW IN THE MATRIX' as Permitted];
}
