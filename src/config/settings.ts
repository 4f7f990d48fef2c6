import { databaseUrl } from './database-url.js';
import {
  credentialKeys,
  customClasses,
  disjointIpv4Networks,
  hostNames,
  integer,
  integers,
  networks,
  oneOf,
  urlOf,
  word,
} from './parsers.js';
import { ACCESS_SETTINGS } from './access-settings.js';
import { tenantLimits } from './tenant-limits-parser.js';
import { optional, secret, withDefault, type Setting } from './setting.js';

export type { Setting } from './setting.js';

const SECONDS = integer(1, 3_155_760_000);

/** Every variable: docs/configuration.md is printed from this table. */
export const SETTINGS = {
  port: withDefault('PORT', '3000', integer(0, 65_535), 'Port to listen on; 0 lets the system choose one.'),
  host: withDefault('HOST', '127.0.0.1', word, 'Address to listen on; `0.0.0.0` for all.'),
  allowedHosts: optional(
    'ALLOWED_HOSTS',
    'none',
    hostNames,
    'Names, separated by commas, under which clients reach the service, besides its addresses, `localhost` and `HOST`: `capacity.example`, with a port (`capacity.example:8443`) only that. Pages of these names may use the service from a browser. `*` allows every name.',
  ),
  tlsCertFile: optional(
    'TLS_CERT_FILE',
    'plain HTTP',
    (text) => text,
    'File with the certificate (PEM, with its chain) for HTTPS. Read again on SIGHUP, with the key.',
  ),
  tlsKeyFile: optional(
    'TLS_KEY_FILE',
    'plain HTTP',
    (text) => text,
    'File with the private key of the certificate (PEM).',
  ),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    'none',
    networks,
    'Networks, separated by commas, of the proxies whose `X-Forwarded-For` names the client. Limits per address count those clients, and not the proxy.',
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    'embedded PostgreSQL',
    databaseUrl,
    'PostgreSQL to use. It may list the hosts of a cluster, as `postgres://user:password@one:5432,two:5432/headroom?target_session_attrs=read-write`: each connection goes to the one that takes writes. Unset, a PostgreSQL is started along with the service and keeps its data in `DATA_DIR`.',
  ),
  databasePool: withDefault(
    'DATABASE_POOL',
    '10',
    integer(2, 1000),
    'Database connections at most, per process.',
  ),
  databaseSettings: withDefault(
    'DATABASE_SETTINGS',
    'connection',
    oneOf('connection', 'role'),
    'Where timeouts of statements and locks are set: `connection` asks for them on every connection, which PgBouncer refuses; `role` expects them on the database role, as deploy/postgres/roles.sql sets them.',
  ),
  dataDirectory: withDefault(
    'DATA_DIR',
    './data',
    (text) => text,
    'Directory of the embedded PostgreSQL and of the key made for it. Unused with `DATABASE_URL`.',
  ),
  demo: optional(
    'DEMO',
    'on when embedded, else off',
    oneOf('on', 'off'),
    'Whether an empty database gets a simulated provider with some capacity.',
  ),
  console: withDefault(
    'CONSOLE',
    'on',
    oneOf('on', 'off'),
    'Whether the web console is served at `/console`.',
  ),
  publicIpRanges: withDefault(
    'PUBLIC_IP_RANGES',
    '198.18.0.0/16',
    disjointIpv4Networks,
    'IPv4 networks, separated by commas, that reserved public addresses come from; `none` for no network.',
  ),
  customClasses: optional(
    'CUSTOM_CLASSES',
    'none',
    customClasses,
    'Resource classes beyond the built-in ones, separated by commas, as `name` or `name:max`: `gpus:64`.',
  ),
  credentialKeys: secret(
    'CREDENTIAL_KEYS',
    'required with `DATABASE_URL`; when embedded, a key is made once and kept in `DATA_DIR`',
    credentialKeys,
    'Keys that seal provider passwords and the secrets and tokens of subscriptions, as `id:base64 of 32 bytes`, separated by commas. The first seals, all open.',
  ),
  vimId: withDefault('VIM_ID', 'headroom', word, 'Name of this service in notifications (`vimId`).'),
  callbackDefaultUri: optional(
    'CALLBACK_DEFAULT_URI',
    'notifications are kept for reading',
    urlOf('http', 'https'),
    'Where notifications go when a subscription names no `callbackUri`.',
  ),
  callbackAllowedNetworks: optional(
    'CALLBACK_ALLOWED_NETWORKS',
    'none',
    networks,
    'Private networks, separated by commas, into which notifications may be sent.',
  ),
  callbackRetrySeconds: withDefault(
    'CALLBACK_RETRY_SECONDS',
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    integers(0, 604_800),
    'Pauses after each failed attempt to deliver a notification, up to a fifth longer at random. After the last it is given up.',
  ),
  callbackTimeoutMilliseconds: withDefault(
    'CALLBACK_TIMEOUT_MILLISECONDS',
    '15000',
    integer(100, 60_000),
    'How long a receiver may take to answer a notification.',
  ),
  callbackSecretOverlapSeconds: withDefault(
    'CALLBACK_SECRET_OVERLAP_SECONDS',
    '86400',
    integer(0, 2_592_000),
    'How long the secret before the last rotation goes on signing along with the new one.',
  ),
  callbackChallenge: withDefault(
    'CALLBACK_CHALLENGE',
    'off',
    oneOf('on', 'off'),
    'Whether a receiver has to answer a challenge before a subscription can name it. Receivers that know the interface alone can not.',
  ),
  subscriptionsPerTenant: withDefault(
    'SUBSCRIPTIONS_PER_TENANT',
    '10000',
    integer(1, 100_000_000),
    'Subscriptions a tenant may have, and those without a tenant together.',
  ),
  subscriptionsPerOrigin: withDefault(
    'SUBSCRIPTIONS_PER_ORIGIN',
    '2000',
    integer(1, 100_000_000),
    'Subscriptions of a tenant, and of those without one together, whose notifications may go to the same receiver: scheme, host and port.',
  ),
  notificationRetentionDays: withDefault(
    'NOTIFICATION_RETENTION_DAYS',
    '7',
    integer(1, 3650),
    'How long settled notifications and those in the inbox stay readable.',
  ),
  providerAllowedNetworks: optional(
    'PROVIDER_ALLOWED_NETWORKS',
    'none',
    networks,
    'Private networks, separated by commas, in which provider endpoints may lie.',
  ),
  rediscoverSeconds: withDefault(
    'REDISCOVER_SECONDS',
    '600',
    integer(1, 31_557_600),
    'How often the platform of a provider is looked at anew.',
  ),
  reconcileSeconds: withDefault(
    'RECONCILE_SECONDS',
    '300',
    integer(1, 86_400),
    'How often the servers on a platform are compared with the instances on record.',
  ),
  maxReservationSeconds: optional('MAX_RESERVATION_SECONDS', 'off', SECONDS, 'Longest reservation allowed.'),
  maxStartAheadSeconds: optional(
    'MAX_START_AHEAD_SECONDS',
    'off',
    SECONDS,
    'How far ahead a reservation may start.',
  ),
  maxEndAheadSeconds: optional(
    'MAX_END_AHEAD_SECONDS',
    'off',
    SECONDS,
    'How far ahead a reservation may end.',
  ),
  defaultExpirySeconds: optional(
    'DEFAULT_EXPIRY_SECONDS',
    'off',
    SECONDS,
    'Seconds after its start at which a reservation nothing was taken from is released, unless it says otherwise.',
  ),
  maxHoldSeconds: withDefault(
    'HOLD_MAX_SECONDS',
    '3600',
    integer(1, 31_557_600),
    'Longest time for which a reservation may be held before it is confirmed.',
  ),
  maxHolds: withDefault(
    'HOLD_LIMIT',
    '100',
    integer(0, 10_000),
    'Reservations that a caller may have on hold in a zone at a time. Callers are told apart by the header `Headroom-Tenant`; those without it count as one.',
  ),
  maxWaits: withDefault(
    'WAIT_LIMIT',
    '1000',
    integer(0, 20_000),
    'Reservations of a caller that may wait for capacity in a zone at a time. Callers are told apart as for `HOLD_LIMIT`.',
  ),
  tenantLimits: optional(
    'TENANT_LIMITS',
    'off',
    tenantLimits,
    'The most a tenant may hold in a zone at any instant, as `class:most`, separated by commas: `cores:100,ram:204800`. `tenant/class:most` is the limit of one tenant instead: `red/cores:400`; a name with a comma has no such limit. A tenant is that of the consumer, or named by the header `Headroom-Tenant`.',
  ),
  endApproachingLeadSeconds: withDefault(
    'END_APPROACHING_LEAD_SECONDS',
    '300',
    integer(0, 31_557_600),
    'How long before a reservation ends its subscribers are told.',
  ),
  requestLimit: withDefault(
    'REQUEST_LIMIT',
    '256',
    integer(1, 1_000_000),
    'Requests that may be under way in a process at once; more are turned away with a 503, within milliseconds.',
  ),
  requestLimitPerAddress: optional(
    'REQUEST_LIMIT_PER_ADDRESS',
    'three quarters of `REQUEST_LIMIT`',
    integer(1, 1_000_000),
    'Requests of one client address that may be under way at once. An IPv6 client counts by the first 64 bits of its address.',
  ),
  queueLimit: withDefault(
    'QUEUE_LIMIT',
    '256',
    integer(1, 1_000_000),
    'Requests that may wait for a zone at once. Below `REQUEST_LIMIT` it keeps room for other zones when one is held up, but refusing here costs nearly what serving does.',
  ),
  heavyRequestLimit: withDefault(
    'HEAVY_REQUEST_LIMIT',
    '2',
    integer(1, 1000),
    'Requests that take long (queries over many zones or rows, large bodies and pages) that may run in a process at once; more wait for two seconds, and are then turned away with a 503. Keep it below `DATABASE_POOL`.',
  ),
  simulatedBootMilliseconds: withDefault(
    'SIMULATED_BOOT_MILLISECONDS',
    '200',
    integer(0, 3_600_000),
    'How long an instance of a simulated provider takes to become active.',
  ),
  ledgerAuditSeconds: withDefault(
    'LEDGER_AUDIT_SECONDS',
    '3600',
    integer(0, 2_000_000),
    'How often the ledger is audited in the background; 0 for never. `/metrics` tells what was found.',
  ),
  foldCheckSeconds: withDefault(
    'FOLD_CHECK_SECONDS',
    '600',
    integer(0, 2_000_000),
    'How often a process compares what it holds in memory with the ledger; 0 for never. `/metrics` shows the differences found.',
  ),
  drainSeconds: optional(
    'DRAIN_SECONDS',
    '1 with `DATABASE_URL`, else 0',
    integer(0, 3),
    'How long requests are still taken after SIGTERM, while `/readyz` already answers 503 and sends new traffic elsewhere.',
  ),
  ...ACCESS_SETTINGS,
  logLevel: withDefault(
    'LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Least severe level that is logged.',
  ),
} as const;

export type SettingKey = keyof typeof SETTINGS;

/** The table of docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map(
    ({ name, fallback, unset, description, secret }) => {
      const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
      return `| ${names} | ${fallback === undefined ? unset : `\`${fallback}\``} | ${description} |`;
    },
  );
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
