import {
  credentialKeys,
  customClasses,
  disjointIpv4Networks,
  filePath,
  hostNames,
  integer,
  integers,
  networks,
  oneOf,
  onOrOff,
  urlOf,
  word,
} from './parsers.js';
import { ACCESS_SETTINGS } from './access-settings.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import { POLICY_SETTINGS } from './policy-settings.js';
import { emptyByDefault, optional, secret, withDefault } from './setting.js';

export type { Setting } from './setting.js';

/** Every variable, in the order of the table in docs/configuration.md. */
export const SETTINGS = {
  port: withDefault('PORT', '3000', integer(0, 65_535), 'Port to listen on; 0 lets the system choose one.'),
  host: withDefault('HOST', '127.0.0.1', word, 'Address to listen on; `0.0.0.0` for all.'),
  allowedHosts: emptyByDefault(
    'ALLOWED_HOSTS',
    hostNames,
    'Host names, separated by commas, that clients use for the service, besides its addresses, `localhost` and `HOST`: `capacity.example`; with a port (`capacity.example:8443`) only that port. Clients leave out ports 80 and 443, so a name with one of these also matches without a port. Pages of these names may use the service from a browser. `*` allows every name.',
  ),
  tlsCertFile: optional(
    'TLS_CERT_FILE',
    'plain HTTP',
    filePath,
    'File with the certificate (PEM, with its chain) for HTTPS. Read again on SIGHUP, with the key.',
  ),
  tlsKeyFile: optional(
    'TLS_KEY_FILE',
    'plain HTTP',
    filePath,
    'File with the private key of the certificate (PEM).',
  ),
  trustedProxies: emptyByDefault(
    'TRUSTED_PROXIES',
    networks,
    'Networks, separated by commas, of the proxies whose `X-Forwarded-For` is trusted. Limits per address then count the clients, not the proxy.',
  ),
  ...DATABASE_SETTINGS,
  demo: optional(
    'DEMO',
    'on when embedded and without TLS, else off',
    onOrOff,
    'Whether an empty database gets a simulated provider with some capacity.',
  ),
  console: withDefault('CONSOLE', 'on', onOrOff, 'Whether the web console is served at `/console`.'),
  publicIpRanges: withDefault(
    'PUBLIC_IP_RANGES',
    '198.18.0.0/16',
    disjointIpv4Networks,
    'IPv4 networks, separated by commas, from which zones take public addresses; `none` for no network. Zones keep what they have taken before.',
  ),
  customClasses: emptyByDefault(
    'CUSTOM_CLASSES',
    customClasses,
    'Resource classes beyond the built-in ones, separated by commas, as `name` or `name:max`: `gpus:64`.',
  ),
  credentialKeys: secret(
    'CREDENTIAL_KEYS',
    'required with `DATABASE_URL`; when embedded, a key is made once and kept in `DATA_DIR`',
    credentialKeys,
    'Keys that encrypt provider passwords, the secrets and tokens of subscriptions, and remembered answers that contain a secret, as `id:base64 of 32 bytes`, separated by commas. The first encrypts, all decrypt.',
  ),
  vimId: withDefault('VIM_ID', 'headroom', word, 'Name of this service in notifications (`vimId`).'),
  callbackDefaultUri: optional(
    'CALLBACK_DEFAULT_URI',
    'notifications are kept for reading',
    urlOf('http', 'https'),
    'Address for notifications of subscriptions without a `callbackUri`; no user name and password in it. For a private one set `CALLBACK_ALLOWED_NETWORKS` as well.',
  ),
  callbackAllowedNetworks: emptyByDefault(
    'CALLBACK_ALLOWED_NETWORKS',
    networks,
    'Private networks, separated by commas, into which notifications may be sent.',
  ),
  callbackRetrySeconds: withDefault(
    'CALLBACK_RETRY_SECONDS',
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    integers(0, 604_800),
    'Pauses after each failed attempt to deliver a notification, each extended by up to a fifth at random. After the last attempt the notification is dead.',
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
    'How long after a rotation the previous secret also signs notifications.',
  ),
  callbackChallenge: withDefault(
    'CALLBACK_CHALLENGE',
    'off',
    onOrOff,
    'Whether a receiver has to answer a challenge before a subscription can name it. Receivers that implement only the contract cannot answer it.',
  ),
  subscriptionsPerTenant: withDefault(
    'SUBSCRIPTIONS_PER_TENANT',
    '10000',
    integer(1, 100_000_000),
    'Maximum number of subscriptions of a tenant, and of all those without a tenant together.',
  ),
  subscriptionsPerOrigin: withDefault(
    'SUBSCRIPTIONS_PER_ORIGIN',
    '2000',
    integer(1, 100_000_000),
    'Maximum number of subscriptions of a tenant, and of all those without a tenant together, to the same receiver: scheme, host and port. Those without a `callbackUri` count as of one.',
  ),
  notificationRetentionDays: withDefault(
    'NOTIFICATION_RETENTION_DAYS',
    '7',
    integer(1, 3650),
    'How long settled notifications (`delivered`, `dead`, `kept`, `superseded`), and those in the inbox, can be read.',
  ),
  providerAllowedNetworks: emptyByDefault(
    'PROVIDER_ALLOWED_NETWORKS',
    networks,
    'Private networks, separated by commas, in which provider endpoints may lie.',
  ),
  rediscoverSeconds: withDefault(
    'REDISCOVER_SECONDS',
    '600',
    integer(1, 31_557_600),
    'How often the platform of a provider is discovered.',
  ),
  reconcileSeconds: withDefault(
    'RECONCILE_SECONDS',
    '300',
    integer(1, 86_400),
    'How often the servers on a platform are compared with the instances on record.',
  ),
  ...POLICY_SETTINGS,
  endApproachingLeadSeconds: withDefault(
    'END_APPROACHING_LEAD_SECONDS',
    '300',
    integer(0, 31_557_600),
    'How long before the end of a reservation its subscribers are notified. When it is raised, ends that are nearer by then are not announced.',
  ),
  requestLimit: withDefault(
    'REQUEST_LIMIT',
    '256',
    integer(1, 1_000_000),
    'Maximum number of requests under way in a process; further ones are answered 503 within milliseconds.',
  ),
  requestLimitPerAddress: optional(
    'REQUEST_LIMIT_PER_ADDRESS',
    'three quarters of `REQUEST_LIMIT`',
    integer(1, 1_000_000),
    'Maximum number of requests under way of one client address. An IPv6 client counts by the first 64 bits of its address.',
  ),
  queueLimit: withDefault(
    'QUEUE_LIMIT',
    '256',
    integer(1, 1_000_000),
    'Maximum number of requests that wait for a zone. A value below `REQUEST_LIMIT` keeps places for other zones if one zone is blocked, but a refusal here costs nearly as much as serving the request.',
  ),
  heavyRequestLimit: withDefault(
    'HEAVY_REQUEST_LIMIT',
    '2',
    integer(1, 1000),
    'Maximum number of heavy requests (queries over many zones or rows, large bodies and pages) that run in a process; further ones wait for two seconds and are then answered 503. Keep it below `DATABASE_POOL`.',
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
    'How often the ledger is audited in the background; 0 for never. `/metrics` shows the findings.',
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
    'How many seconds, 0 to 3, requests are still accepted after SIGTERM. `/readyz` already answers 503, so that a load balancer sends new requests to other processes.',
  ),
  ...ACCESS_SETTINGS,
  logLevel: withDefault(
    'LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Lowest level that is logged.',
  ),
} as const;
