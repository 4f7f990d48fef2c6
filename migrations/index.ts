import { Baseline1764000000000 } from './1764000000000-baseline.js';
import { ApiKeys1764100000000 } from './1764100000000-api-keys.js';
import { HeldReservations1795502600001 } from './1795502600001-held-reservations.js';
import { Tenants1795503600000 } from './1795503600000-tenants.js';
import { AppendOnlyLedger1795505400000 } from './1795505400000-append-only-ledger.js';
import { AuditLog1795506000000 } from './1795506000000-audit-log.js';
import { KeyChanges1795507000000 } from './1795507000000-key-changes.js';
import { WaitingReservations1795520000000 } from './1795520000000-waiting-reservations.js';
import { Traces1795530000000 } from './1795530000000-traces.js';
import { ReceiverOrigins1795540000000 } from './1795540000000-receiver-origins.js';
import { InboxWindow1795541000000 } from './1795541000000-inbox-window.js';
import { AppendOnlyAuditLog1795542000000 } from './1795542000000-append-only-audit-log.js';
import { AddressEntries1795544000000 } from './1795544000000-address-entries.js';
import { ZonesInKeys1795550000000 } from './1795550000000-zones-in-keys.js';
import { WatchedReservations1795551000000 } from './1795551000000-watched-reservations.js';
import { CallbackTokens1795552000000 } from './1795552000000-callback-tokens.js';
import { ReservationsOfTenants1795553000000 } from './1795553000000-reservations-of-tenants.js';
import { WaitingIndexes1795554000000 } from './1795554000000-waiting-indexes.js';
import { FairInstances1795556000000 } from './1795556000000-fair-instances.js';
import { Refusals1795557000000 } from './1795557000000-refusals.js';
import { CountedReservations1795558000000 } from './1795558000000-counted-reservations.js';
import { LanesOfTenants1795572000000 } from './1795572000000-lanes-of-tenants.js';
import { InstancesOfReservations1795574000000 } from './1795574000000-instances-of-reservations.js';
import { AuditOfThePresent1795575000000 } from './1795575000000-audit-of-the-present.js';
import { EndsOfAddresses1795576000000 } from './1795576000000-ends-of-addresses.js';
import { ReadsOfLargeZones1795577000000 } from './1795577000000-reads-of-large-zones.js';
import { DueEndpoints1795577200000 } from './1795577200000-due-endpoints.js';
import { LookupsByKey1795578000000 } from './1795578000000-lookups-by-key.js';
import { LedgerSegments1795579000000 } from './1795579000000-ledger-segments.js';
import { DueLanes1795580000000 } from './1795580000000-due-lanes.js';
import { ChangesByReservation1795581000000 } from './1795581000000-changes-by-reservation.js';
import { UnansweredCreations1795582000000 } from './1795582000000-unanswered-creations.js';
import { ProjectsOfProviders1795583000000 } from './1795583000000-projects-of-providers.js';
import { InstancesThatWereActive1795584000000 } from './1795584000000-instances-that-were-active.js';
import { EndsOfAddressEntries1795585000000 } from './1795585000000-ends-of-address-entries.js';
import { DrawnReservations1796100000000 } from './1796100000000-drawn-reservations.js';

/**
 * Every migration, in order; listed by class, because nothing here is loaded by glob. The list only grows: a migration
 * that has been released is never edited.
 *
 * An index on a table that grows blocks writes to it while it is built. With `transaction = false` in its class a migration
 * can use `create index concurrently`; it then has to set its timeouts itself, and `pendingSql` must not put it between
 * `begin` and `commit`.
 *
 * Each `runner.query` has one statement, about one object: a database that is distributed refuses others
 * (test/citus/migrations.citus.ts).
 */
export const migrations = [
  Baseline1764000000000,
  ApiKeys1764100000000,
  HeldReservations1795502600001,
  Tenants1795503600000,
  AppendOnlyLedger1795505400000,
  AuditLog1795506000000,
  KeyChanges1795507000000,
  WaitingReservations1795520000000,
  Traces1795530000000,
  ReceiverOrigins1795540000000,
  InboxWindow1795541000000,
  AppendOnlyAuditLog1795542000000,
  AddressEntries1795544000000,
  ZonesInKeys1795550000000,
  WatchedReservations1795551000000,
  CallbackTokens1795552000000,
  ReservationsOfTenants1795553000000,
  WaitingIndexes1795554000000,
  FairInstances1795556000000,
  Refusals1795557000000,
  CountedReservations1795558000000,
  LanesOfTenants1795572000000,
  InstancesOfReservations1795574000000,
  AuditOfThePresent1795575000000,
  EndsOfAddresses1795576000000,
  ReadsOfLargeZones1795577000000,
  DueEndpoints1795577200000,
  LookupsByKey1795578000000,
  LedgerSegments1795579000000,
  DueLanes1795580000000,
  ChangesByReservation1795581000000,
  UnansweredCreations1795582000000,
  ProjectsOfProviders1795583000000,
  InstancesThatWereActive1795584000000,
  EndsOfAddressEntries1795585000000,
  DrawnReservations1796100000000,
] as const;
