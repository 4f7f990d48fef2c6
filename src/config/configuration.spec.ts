import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration, readDatabaseConfiguration, type Configuration } from './configuration.js';
import { BUILT_IN_CLASSES } from '../kernel/resource-amounts.js';
import { SETTINGS, type Setting } from './settings.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const OUTER = {
  DATABASE_URL: 'postgres://u:s3cret@db/headroom',
  CREDENTIAL_KEYS: `a:${KEY}`,
  AUTH: 'none',
};

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'headroom-configuration-'))));
afterAll(() => rmSync(directory, { recursive: true }));

function read(env: NodeJS.ProcessEnv = {}): Configuration {
  return readConfiguration({ ...OUTER, ...env });
}

describe('readConfiguration', () => {
  it('needs nothing: the database is embedded and the demo on', () => {
    const configuration = readConfiguration({ DATA_DIR: directory });
    expect(configuration).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databasePool: 10,
      databaseSettings: 'connection',
      dataDirectory: directory,
      demo: true,
      publicIpRanges: ['198.18.0.0/16'],
      vimId: 'headroom',
      callbackAllowedNetworks: [],
      providerAllowedNetworks: [],
      endApproachingLeadSeconds: 300,
      requestLimit: 256,
      queueLimit: 256,
      simulatedBootMilliseconds: 200,
      logLevel: 'info',
    });
    const { maxHoldSeconds, maxHolds, maxWaits, largestAmounts, ...limits } = configuration.policies;
    expect({ maxHoldSeconds, maxHolds, maxWaits }).toEqual({
      maxHoldSeconds: 3600,
      maxHolds: 100,
      maxWaits: 1000,
    });
    expect(largestAmounts).toEqual(BUILT_IN_CLASSES);
    expect(Object.values(limits).every((limit) => limit === undefined)).toBe(true);
  });

  it('makes a credential key once, readable by its owner only', () => {
    const dataDirectory = join(directory, 'fresh');
    const first = readConfiguration({ DATA_DIR: dataDirectory }).credentialKeys;
    expect(readConfiguration({ DATA_DIR: dataDirectory }).credentialKeys).toEqual(first);
    expect(first[0].key).toHaveLength(32);
    expect(statSync(join(dataDirectory, 'credential.key')).mode & 0o777).toBe(0o600);
  });

  it('names DATA_DIR when that is no directory', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const dataDirectory of [file, join(file, 'below')])
      expect(() => readConfiguration({ DATA_DIR: dataDirectory })).toThrow(
        `DATA_DIR: expected a directory, or a path where one can be made, got '${dataDirectory}'`,
      );
  });

  it('never replaces a credential key it can not read', () => {
    const dataDirectory = join(directory, 'broken');
    readConfiguration({ DATA_DIR: dataDirectory });
    writeFileSync(join(dataDirectory, 'credential.key'), 'half a k');
    expect(() => readConfiguration({ DATA_DIR: dataDirectory })).toThrow(
      'credential.key does not hold a key',
    );
    expect(readFileSync(join(dataDirectory, 'credential.key'), 'utf8')).toBe('half a k');
  });

  it('requires keys along with DATABASE_URL, but not for a migration', () => {
    const env = { DATABASE_URL: OUTER.DATABASE_URL };
    expect(() => readConfiguration(env)).toThrow('CREDENTIAL_KEYS must be set along with DATABASE_URL');
    expect(readDatabaseConfiguration(env)).toMatchObject({
      databaseUrl: OUTER.DATABASE_URL,
      databasePool: 10,
      databaseSettings: 'connection',
    });
    expect(read().demo).toBe(false);
    expect(read({ DEMO: 'on' }).demo).toBe(true);
  });

  it('has no demo over TLS, whose certificate need not name the address of the service itself', () => {
    const env = { DATA_DIR: directory, TLS_CERT_FILE: directory, TLS_KEY_FILE: directory };
    expect(readConfiguration(env).demo).toBe(false);
    expect(readConfiguration({ ...env, DEMO: 'off' }).demo).toBe(false);
    expect(() => readConfiguration({ ...env, DEMO: 'on' })).toThrow('DEMO must be off with TLS_CERT_FILE');
  });

  it('requires AUTH for a service that other machines can reach', () => {
    expect(read({ AUTH: 'NONE' }).auth).toEqual([]);
    expect(read({ AUTH: 'keys, oidc,keys', OIDC_ISSUERS: 'https://a.example' }).auth).toEqual([
      'keys',
      'oidc',
    ]);
    expect(() => read({ AUTH: '' })).toThrow('AUTH must be set along with DATABASE_URL');
    const embedded = (host: string) => readConfiguration({ DATA_DIR: directory, HOST: host }).auth;
    expect([embedded('127.0.0.1'), embedded('::1'), embedded('localhost')]).toEqual([[], [], []]);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'service.example']) {
      expect(() => embedded(host)).toThrow(
        `AUTH must be set along with a HOST that others can reach (${host})`,
      );
    }
  });

  it.each([
    ['BOOTSTRAP_KEY', 'k'.repeat(32)],
    ['OIDC_ISSUERS', 'https://a.example'],
    ['KEYSTONE_URL', 'https://keystone.example/v3'],
  ])('is not open by default where %s shows that callers are to authenticate', (name, value) => {
    const embedded = (more: Record<string, string>) =>
      readConfiguration({ DATA_DIR: directory, [name]: value, ...more }).auth;
    expect(() => embedded({})).toThrow(`AUTH must be set along with ${name}`);
    expect(embedded({ AUTH: 'none' })).toEqual([]);
  });

  it('requires the settings of each authentication method', () => {
    expect(() => read({ AUTH: 'oidc' })).toThrow('OIDC_ISSUERS must be set along with AUTH=oidc');
    expect(() => read({ AUTH: 'keys,keystone' })).toThrow(
      'KEYSTONE_URL must be set along with AUTH=keystone',
    );
    const { oidcRoles, rateLimit } = read({ OIDC_ROLES: 'urn:a:admin,b:metrics', RATE_LIMIT: '5:20' });
    expect([...oidcRoles]).toEqual([
      ['urn:a', 'admin'],
      ['b', 'metrics'],
    ]);
    expect(rateLimit).toEqual({ perSecond: 5, burst: 20 });
  });

  it('reads secrets from files', () => {
    const file = join(directory, 'keys');
    writeFileSync(file, `a:${KEY},b:${OTHER_KEY}\n`);
    const { credentialKeys } = read({ CREDENTIAL_KEYS: '', CREDENTIAL_KEYS_FILE: file });
    expect(credentialKeys.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(() => read({ CREDENTIAL_KEYS_FILE: file })).toThrow(
      'CREDENTIAL_KEYS and CREDENTIAL_KEYS_FILE are both set',
    );
    // The keys themselves, by mistake, are not repeated.
    expect(() => read({ CREDENTIAL_KEYS: '', CREDENTIAL_KEYS_FILE: `a:${KEY}` })).toThrow(
      /^CREDENTIAL_KEYS_FILE: expected a file that can be read \(ENOENT\)$/,
    );
  });

  it('reads lists', () => {
    const configuration = read({
      PUBLIC_IP_RANGES: '203.0.113.0/24, 198.51.100.0/25',
      CUSTOM_CLASSES: 'gpus:64, licences',
      CALLBACK_ALLOWED_NETWORKS: '10.0.0.0/8,127.0.0.1,fd00::/8',
    });
    expect(configuration.publicIpRanges).toEqual(['203.0.113.0/24', '198.51.100.0/25']);
    expect([...configuration.customClasses]).toEqual([
      ['gpus', 64],
      ['licences', 2_147_483_647],
    ]);
    expect(configuration.callbackAllowedNetworks).toEqual(['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']);
    expect(read({ PUBLIC_IP_RANGES: 'none' }).publicIpRanges).toEqual([]);
  });

  it('accepts limits of custom classes', () => {
    const { tenantLimits } = read({ CUSTOM_CLASSES: 'gpus', TENANT_LIMITS: 'gpus:2,red/gpus:4' }).policies;
    expect(tenantLimits?.byDefault.get('gpus')).toBe(2);
  });

  it.each([
    ['PORT', '65536', 'PORT: expected an integer from 0 to 65535'],
    ['KEYSTONE_URL', 'https://k.example/v3?x=1', 'KEYSTONE_URL: expected a URL without a query'],
    ['OIDC_AUDIENCE', 'x'.repeat(256), 'OIDC_AUDIENCE: expected 1 to 255 printable characters'],
    ['PORT', '80x', "PORT: expected an integer from 0 to 65535, got '80x'"],
    ['ALLOWED_HOSTS', 'a.example:65536', 'ALLOWED_HOSTS: expected names such as capacity.example'],
    ['DATABASE_POOL', '0', 'DATABASE_POOL: expected an integer'],
    ['DEMO', 'yes', 'DEMO: expected one of on, off'],
    ['PUBLIC_IP_RANGES', '10.0.0.0/8,10.1.0.0/16', "PUBLIC_IP_RANGES: expected ranges that don't overlap"],
    [
      'PUBLIC_IP_RANGES',
      '198.18.0.1/16',
      "PUBLIC_IP_RANGES: expected a network's first address: 198.18.0.0/16",
    ],
    ['PUBLIC_IP_RANGES', 'fd00::/8', 'PUBLIC_IP_RANGES: expected IPv4 networks'],
    ['PUBLIC_IP_RANGES', '0x7f.0.0.0/8', 'PUBLIC_IP_RANGES: expected IPv4 networks'],
    ['CUSTOM_CLASSES', 'cores', "CUSTOM_CLASSES: expected names that are still free, but 'cores' is not"],
    [
      'CUSTOM_CLASSES',
      'constructor',
      "CUSTOM_CLASSES: expected names that are still free, but 'constructor'",
    ],
    ['CUSTOM_CLASSES', '__proto__', 'CUSTOM_CLASSES: expected name or name:max'],
    ['CUSTOM_CLASSES', 'gpus,gpus', "CUSTOM_CLASSES: expected names that are still free, but 'gpus' is not"],
    ['CUSTOM_CLASSES', 'gpus:0', 'CUSTOM_CLASSES: expected an integer from 1 to 2147483647'],
    [
      'DEFAULT_EXPIRY_SECONDS',
      '2147483648',
      'DEFAULT_EXPIRY_SECONDS: expected an integer from 1 to 2147483647',
    ],
    [
      'CALLBACK_DEFAULT_URI',
      'file:///etc/passwd',
      'CALLBACK_DEFAULT_URI: expected a URL that starts with http:// or https://',
    ],
    ['PROVIDER_ALLOWED_NETWORKS', '10.0.0/8', 'PROVIDER_ALLOWED_NETWORKS: expected IPv4 or IPv6 networks'],
    ['MAX_RESERVATION_SECONDS', '0', 'MAX_RESERVATION_SECONDS: expected an integer from 1'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: expected one of fatal, error'],
    ['AUTH', 'keys,passwords', 'AUTH: expected none, or a list of keys, oidc, keystone'],
    ['AUTH', 'none,keys', 'AUTH: expected none, or a list of keys, oidc, keystone'],
    [
      'OIDC_ROLES',
      'boss:admin,boss:auditor',
      "OIDC_ROLES: expected one grant for each role, but 'boss' has two",
    ],
    ['OIDC_ROLES', 'boss:root', 'OIDC_ROLES: expected role:grant, a grant being one of admin, operator'],
    ['OIDC_ISSUERS', 'login.example', 'OIDC_ISSUERS: expected a URL that starts with http:// or https://'],
    ['TENANT_LIMITS', 'red /cores:1', "but 'red /cores:1' is not"],
    ['TENANT_LIMITS', 'core:1', 'TENANT_LIMITS: expected classes out of cores, ram, instances'],
    ['TENANT_LIMITS', 'cores:9,red/core:100', "(CUSTOM_CLASSES adds more), got 'core'"],
    ['TENANT_LIMITS_ALL_ZONES', 'foo:3', 'TENANT_LIMITS_ALL_ZONES: expected classes out of cores'],
    ['RATE_LIMIT', '5', 'RATE_LIMIT: expected rate:burst'],
    ['RATE_LIMIT', '5:19', 'RATE_LIMIT: expected an integer from 20'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(message);
  });

  it('names every variable that is wrong at once', () => {
    expect(() => read({ PORT: 'a', QUEUE_LIMIT: 'b' })).toThrow(/^PORT: .*\nQUEUE_LIMIT: /);
  });

  it.each([
    ['CREDENTIAL_KEYS', 'a:dG9vc2hvcnQ='],
    ['CREDENTIAL_KEYS', `s3cret${KEY}`],
    ['CREDENTIAL_KEYS', `a:${KEY}:s3cret`],
    ['CREDENTIAL_KEYS', `a:${KEY},a:${OTHER_KEY}`],
    ['DATABASE_URL', 'mysql://u:s3cret@db/headroom'],
    ['CALLBACK_DEFAULT_URI', 'https://u:s3cret@receiver.example/notify'],
    ['KEYSTONE_URL', 'https://s3cret@keystone.example/v3'],
    ['OIDC_ISSUERS', 'https://one.example,https://u:s3cret@two.example'],
    ['BOOTSTRAP_KEY', 's3cret'],
    ['BOOTSTRAP_KEY', `hr_${'x'.repeat(40)}`],
  ])('refuses a wrong %s without repeating it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`${name}: expected `);
    expect(() => read({ [name]: value })).not.toThrow(/s3cret|dG9vc2hvcnQ|Bwc/);
  });
});

describe('docs/configuration.md', () => {
  it('has the table of all variables as the service knows them', () => {
    const rows = Object.values<Setting<unknown>>(SETTINGS).map(
      ({ name, fallback, unset, description, secret }) => {
        const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
        return `| ${names} | ${fallback === undefined ? unset : `\`${fallback}\``} | ${description} |`;
      },
    );
    const table = ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
    expect(readFileSync('docs/configuration.md', 'utf8')).toContain(table);
  });
});
