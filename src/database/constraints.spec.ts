import {
  constraintOf,
  isConnectFailure,
  isConnectionLoss,
  isPermissionDenied,
  isUnavailable,
} from './constraints.js';

function rejected(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

describe('an error that Citus passes on from another node', () => {
  it.each([
    [
      '23505',
      'duplicate key value violates unique constraint "idempotency_keys_pkey_102058"',
      'idempotency_keys_pkey',
    ],
    [
      'XX000',
      'duplicate key value violates unique constraint "idempotency_keys_pkey_102058"',
      'idempotency_keys_pkey',
    ],
    [
      '23P01',
      'conflicting key value violates exclusion constraint "address_ranges_disjoint_102065"',
      'address_ranges_disjoint',
    ],
    [
      '23503',
      'insert or update on table "pool_entries_102022" violates foreign key constraint "pool_entries_provider_exists_102022"',
      'pool_entries_provider_exists',
    ],
  ])('names the constraint in its message: %s %s', (code, message, name) => {
    expect(constraintOf(rejected(code, message))).toBe(name);
  });

  it.each([
    ['42601', 'a text that violates unique constraint "some"'],
    ['XX000', 'could not find the constraint "some"'],
  ])('names none if it is about something else: %s %s', (code, message) => {
    expect(constraintOf(rejected(code, message))).toBeUndefined();
  });

  it('is the loss of a connection if the node has gone', () => {
    expect(isConnectionLoss(rejected('XX000', 'server closed the connection unexpectedly'))).toBe(true);
  });

  it('is no passing trouble if Citus has no plan for a statement', () => {
    expect(isUnavailable(rejected('0A000', 'complex joins are only supported'))).toBe(false);
  });
});

describe('isConnectFailure', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', true],
    ['57P03', 'the database system is starting up', true],
    ['08001', 'no server takes writes: 127.0.0.1:5432: connect ECONNREFUSED', true],
    ['', 'timeout exceeded when trying to connect', true],
    ['ECONNRESET', 'read ECONNRESET', false],
    ['57P01', 'terminating connection due to administrator command', false],
    ['', 'Connection terminated unexpectedly', false],
  ])('%s %s: %p', (code, message, expected) => {
    expect(isConnectFailure(rejected(code, message))).toBe(expected);
  });

  it('tells an address that cannot be reached from a connection that is lost on the way', () => {
    const unreachable = rejected('EHOSTUNREACH', 'no route');
    expect(isConnectFailure(Object.assign(unreachable, { syscall: 'read' }))).toBe(false);
    expect(isConnectFailure(Object.assign(unreachable, { syscall: 'connect' }))).toBe(true);
  });
});

describe('isUnavailable', () => {
  it.each([
    ['53100', 'could not extend file "base/5/1": No space left on device', true],
    ['58030', 'could not extend file "base/5/1": Input/output error', true],
    ['42501', 'could not extend file "base/5/1": Read-only file system', true],
    ['XX000', 'could not extend file "base/5/1": Disk quota exceeded', true],
    ['42501', 'could not open directory "base/pgsql_tmp": Permission denied', true],
    ['42501', 'permission denied for table zones', false],
    ['XX000', 'could not find block containing chunk 0x1', false],
    ['XX001', 'could not read block 3 in file "base/5/1": read only 0 of 8192 bytes', false],
  ])('%s %s: %p', (code, message, expected) => {
    expect(isUnavailable(rejected(code, message))).toBe(expected);
  });

  it('is no missing right if PostgreSQL may not use a file', () => {
    const text = 'could not extend file "base/5/1": Read-only file system';
    expect(isPermissionDenied(rejected('42501', text))).toBe(false);
    expect(isPermissionDenied(rejected('42501', 'permission denied for table zones'))).toBe(true);
  });
});
