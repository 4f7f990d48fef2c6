/** Where the rows of each table lie on a Citus cluster. A test compares the plan with the catalogue. */

/** The table that the others are co-located with. */
export const ZONES = 'zones';

/** Distributed by `zone_id`: a zone's rows of all these tables are on one node, so a request writes to one node. */
export const DISTRIBUTED: readonly string[] = [
  ZONES,
  'providers',
  'ledger_entries',
  'ledger_segments',
  'pool_entries',
  'reservations',
  'claims',
  'address_assignments',
  'address_entries',
  'instances',
  'reconciliations',
  'reservation_changes',
  'reservation_watermarks',
  'idempotency_keys',
  'audit_log',
];

/** On every node, because appends use them, and small. */
export const REFERENCE: readonly string[] = ['subscription_changes', 'address_ranges'];

/**
 * On the coordinator, and known to Citus: a transaction that writes to it and to a zone commits in two phases (see
 * `commitInTwoPhases`).
 */
export const MANAGED: readonly string[] = ['deployment'];

/** On the coordinator, as on one server. */
export const LOCAL: readonly string[] = [
  'subscriptions',
  'notifications',
  'notification_attempts',
  'delivery_lanes',
  'capacity_watermarks',
  'capacity_evaluations',
  'received_notifications',
  'api_keys',
  'ledger_audits',
  'simulated_servers',
];

/** Constraints that can't hold across nodes, and what takes their place. */
export const CHANGED_CONSTRAINTS: readonly {
  readonly table: string;
  readonly name: string;
  /** As `pg_get_constraintdef` writes it; absent: the constraint is dropped. */
  readonly definition?: string;
}[] = [
  // A reference table can't refer to a distributed one. Ranges are inserted by appends to a zone that exists.
  { table: 'address_ranges', name: 'address_ranges_zone_exists' },
  // A key lives with the zone of its request.
  {
    table: 'idempotency_keys',
    name: 'idempotency_keys_pkey',
    definition: 'PRIMARY KEY (scope, key, zone_id)',
  },
];
