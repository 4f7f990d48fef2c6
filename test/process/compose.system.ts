import { Ajv } from 'ajv';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfiguration } from '../../src/config/configuration.js';
import { SETTINGS, type Setting } from '../../src/config/settings.js';
import { composeSchema } from './compose-schema.js';

const file = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
const { db, migrate, service } = file.services;

type Variables = Readonly<Record<string, string>>;

/** Resolves `${NAME:-value}` as Compose does with the variables of `.env`. */
function interpolated(value: string, variables: Variables = {}): string {
  return value.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, otherwise: string) => variables[name] || otherwise,
  );
}

/** The environment of a process of the service with these lines in `.env`. */
function environmentWith(variables: Variables, { env_file: files, environment } = service): Variables {
  expect(files).toEqual([{ path: '.env', required: false }]);
  const own = Object.entries<string>(environment).map(([name, value]) => [
    name,
    interpolated(value, variables),
  ]);
  return { ...variables, ...Object.fromEntries(own) };
}

/** Folders of `deploy` that are mounted into containers. */
const MOUNTED = ['postgres', 'haproxy', 'pgbouncer', 'prometheus', 'grafana'];

/** The source file of a built program. */
function sourceOf(program: string): string {
  return program.replace(/^dist\//, '').replace(/\.js$/, '.ts');
}

describe('docker-compose.yml', () => {
  it('keeps to the keys it should, hardened ones included', () => {
    const validate = new Ajv({ allErrors: true, strict: false }).compile(composeSchema);
    validate(JSON.parse(interpolated(JSON.stringify(file))));
    expect(validate.errors).toBeNull();
    for (const ours of [migrate, service]) expect(ours).toMatchObject({ init: true, tmpfs: ['/tmp'] });
    expect(service.stop_grace_period).toBe('30s');
  });

  it('starts the database, then the migrations, then the service', () => {
    expect(interpolated(db.image)).toBe('postgres:18');
    expect(db.healthcheck.test).toEqual(['CMD-SHELL', expect.stringContaining('pg_isready -q -h 127.0.0.1')]);
    expect(migrate.depends_on).toEqual({ db: { condition: 'service_healthy' } });
    expect(migrate.restart).toBe('no');
    expect(service.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  it('runs programs that there are', () => {
    const [, program, command] = migrate.command;
    expect(existsSync(sourceOf(program))).toBe(true);
    expect(readFileSync(sourceOf(program), 'utf8')).toContain(`${command}: async`);
    const [, image] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(existsSync(sourceOf(JSON.parse(image ?? '[]').at(-1)))).toBe(true);
    const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
    expect(scripts.migrate).toContain(program);
  });

  it('sets variables that there are, secrets only as files', () => {
    const settings = Object.values<Setting<unknown>>(SETTINGS);
    const ofService = settings.flatMap(({ name, secret }) => (secret ? [`${name}_FILE`] : [name]));
    const names = [...ofService, 'NODE_OPTIONS'];
    for (const ours of [migrate, service]) {
      expect(names).toEqual(expect.arrayContaining(Object.keys(ours.environment)));
    }
    for (const { environment, secrets } of [db, migrate, service]) {
      const files = Object.values<string>(environment).filter((value) => value.startsWith('/run/'));
      for (const path of files) expect(secrets).toContain(interpolated(path).replace('/run/secrets/', ''));
    }
  });

  it.each(['service', 'service-2', 'service-3'])('passes every setting in .env to %s', (name) => {
    const settings = {
      AUTH: 'keys,oidc',
      OIDC_ISSUERS: 'https://login.example',
      RATE_LIMIT: '50:200',
      TENANT_LIMITS: 'cores:1',
      TRUSTED_PROXIES: '172.18.0.0/16',
      PROVIDER_ALLOWED_NETWORKS: '10.0.0.0/8',
      DRAIN_SECONDS: '2',
    };
    const environment = environmentWith(settings, file.services[name]);
    expect(environment).toMatchObject({ ...settings, DATABASE_SETTINGS: 'role', LOG_LEVEL: 'info' });
    expect(environmentWith({ DATABASE_SETTINGS: 'connection' })).toMatchObject({ DATABASE_SETTINGS: 'role' });
    // Regression: the container was healthy, but neither its published port nor HAProxy reached it.
    const elsewhere = environmentWith({ HOST: '127.0.0.1', PORT: '8080' });
    expect(elsewhere).toMatchObject({ HOST: '0.0.0.0', PORT: '3000' });
  });

  it('has an example of .env whose variables exist', () => {
    const example = readFileSync('.env.example', 'utf8');
    const lines = [...example.matchAll(/^# ([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]);
    const variables = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+):-/g)].map(
      ([, name]) => name,
    );
    const settings = Object.values<Setting<unknown>>(SETTINGS).map(({ name }) => name);
    expect([...settings, ...variables]).toEqual(expect.arrayContaining(lines.map(([name]) => name)));
    const credentialKeys = `k1:${Buffer.alloc(32).toString('base64')}`;
    const database = { DATABASE_URL: 'postgres://u:p@db/headroom', CREDENTIAL_KEYS: credentialKeys };
    expect(readConfiguration({ ...database, ...Object.fromEntries(lines) }).auth).toEqual(['keys', 'oidc']);
  });

  it('keeps data in its volume under every major version of PostgreSQL, and mounts files that there are', () => {
    const [data, roles] = db.volumes.map((volume: string) => volume.split(':'));
    expect(data).toEqual(['db', '/var/lib/postgresql']);
    // The images of 15 to 17 declare an anonymous volume at the place where they look by themselves.
    expect(db.environment.PGDATA).toMatch(/^\/var\/lib\/postgresql\/(?!data)/);
    expect(Object.keys(file.volumes)).toContain('db');
    expect(existsSync(roles[0])).toBe(true);
    expect(roles[1]).toMatch(/^\/docker-entrypoint-initdb\.d\//);
    const script = readFileSync(roles[0], 'utf8');
    for (const [, secret] of script.matchAll(/SECRETS_DIRECTORY:-\/run\/secrets\}\/(\w+)/g)) {
      expect(db.secrets).toContain(secret);
    }
  });

  it('lets an operator pin every image by its digest', () => {
    for (const { image } of Object.values<{ image: string }>(file.services)) {
      expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w./-]+:[\w.-]+\}$/);
    }
    expect(service.build.args).toEqual({ NODE_IMAGE: expect.stringMatching(/^\$\{NODE_IMAGE:-/) });
    const bases = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
  });

  it('gives the migrations and the service different roles', () => {
    expect(migrate.secrets).toEqual(['owner_url']);
    expect(service.secrets).not.toContain('owner_url');
  });
});

describe('deploy/make-secrets', () => {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const made = (name: string): string => readFileSync(join(directory, 'secrets', name), 'utf8').trim();

  it('makes every secret, so that the service can be configured with them', () => {
    cpSync('deploy/make-secrets', join(directory, 'make-secrets'));
    for (const folder of MOUNTED) mkdirSync(join(directory, folder));
    execFileSync(join(directory, 'make-secrets'));
    const files = readdirSync(join(directory, 'secrets')).filter((name) => !name.startsWith('.'));
    expect(files.sort()).toEqual(Object.keys(file.secrets).sort());
    for (const [name, { file: path }] of Object.entries<{ file: string }>(file.secrets)) {
      expect(path).toBe(`./deploy/secrets/${name}`);
    }
    expect(statSync(join(directory, 'secrets')).mode & 0o777).toBe(0o700);
    expect(made('service_url')).toContain(`:${made('service_password')}@db:5432/headroom`);
    expect(made('owner_url')).toContain(`:${made('owner_password')}@db:5432/headroom`);

    const environment = Object.entries(environmentWith({})).map(([name, value]) => [
      name,
      value.replace('/run/secrets', join(directory, 'secrets')),
    ]);
    expect(readConfiguration(Object.fromEntries(environment))).toMatchObject({ demo: false });
  });

  it('never replaces one', () => {
    const before = made('credential_keys');
    execFileSync(join(directory, 'make-secrets'));
    expect(made('credential_keys')).toBe(before);
  });

  it('adds what an earlier release had not, from the passwords that the database knows', () => {
    const password = made('service_password');
    for (const name of ['pgbouncer_url', 'bootstrap_key']) rmSync(join(directory, 'secrets', name));
    execFileSync(join(directory, 'make-secrets'));
    expect(made('service_password')).toBe(password);
    expect(made('pgbouncer_url')).toBe(`postgres://headroom_service:${password}@pgbouncer:6432/headroom`);
    expect(made('bootstrap_key')).toMatch(/^[\da-f]{96}$/);
  });

  it('lets containers read what is mounted, also when the secrets were there before', () => {
    const mounted = join(directory, 'postgres', 'roles.sql');
    writeFileSync(mounted, '');
    chmodSync(mounted, 0o600);
    execFileSync(join(directory, 'make-secrets'));
    expect(statSync(mounted).mode & 0o777).toBe(0o644);
  });
});

describe('Dockerfile', () => {
  it('copies what there is, and what .dockerignore lets through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).*/gm) ?? [];
    const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(
      ([, sources]) => sources.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    for (const source of copied.filter((path) => path !== '.')) {
      expect(existsSync(source)).toBe(true);
      expect(allowed.filter((path) => source === path || source.startsWith(`${path}/`))).not.toEqual([]);
    }
  });
});
