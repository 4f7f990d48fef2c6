import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '../../src/config/configuration.js';

const FOLDER = 'deploy/kubernetes';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: any;
  readonly data?: Record<string, string>;
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly configMapGenerator?: readonly { readonly name: string; readonly files: readonly string[] }[];
}

/** A kustomization and all that it includes, each with its folder. */
function withIncluded(folder: string): { folder: string; kustomization: Kustomization }[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const included = (kustomization.resources ?? [])
    .map((resource) => join(folder, resource))
    .filter((path) => statSync(path).isDirectory());
  return [{ folder, kustomization }, ...included.flatMap(withIncluded)];
}

const kustomizations = withIncluded(FOLDER);
const files = kustomizations.flatMap(({ folder, kustomization }) =>
  (kustomization.resources ?? [])
    .map((resource) => join(folder, resource))
    .filter((path) => statSync(path).isFile()),
);
const generated = kustomizations.flatMap(({ folder, kustomization }) =>
  (kustomization.configMapGenerator ?? []).map((generator) => ({ folder, ...generator })),
);
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest),
);
const kubectl = spawnSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
if (kubectl.error) console.warn('kubectl is not installed: Kustomize itself is not run');
const withKubectl = kubectl.error ? it.todo.bind(it) : it;

/** The module of a manifest's type in kubernetes-types (generated from the Kubernetes schemas): `apps/v1` is in `apps/v1`. */
function moduleOf(apiVersion: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group.replace('.k8s.io', '')}/${version}`;
}

describe('deploy/kubernetes', () => {
  const directory = mkdtempSync(join(process.cwd(), 'node_modules', '.kubernetes-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is valid by the types that Kubernetes generates from its schemas', () => {
    const lines = manifests.map(
      (manifest, index) =>
        `import type { ${manifest.kind} as T${index} } from '${moduleOf(manifest.apiVersion)}';\n` +
        `export const manifest${index}: T${index} = ${JSON.stringify(manifest)};`,
    );
    const file = join(directory, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
    expect(manifests.length).toBeGreaterThan(10);
  });

  it('lists every file, and names what is there', () => {
    const present = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
    expect(files.toSorted()).toEqual(present.map((file) => join(FOLDER, file)).toSorted());
    const names = new Set([
      ...manifests.map(({ metadata }) => metadata.name),
      ...generated.map(({ name }) => name),
    ]);
    for (const { spec } of manifests) {
      const references = [
        ...JSON.stringify(spec ?? {}).matchAll(
          /"(?:configMap|configMapRef|scaleTargetRef)":\{[^}]*"name":"([^"]+)"/g,
        ),
      ];
      for (const [, name] of references) expect(names).toContain(name);
    }
  });

  it('names no file outside of the folder of its kustomization, which Kustomize refuses to read', () => {
    const named = generated.flatMap(({ folder, files: of }) =>
      of.map((entry) => ({ folder, file: normalize(join(folder, entry.split('=').at(-1) ?? '')) })),
    );
    expect(named.map(({ file }) => file)).toEqual(['deploy/haproxy/haproxy.cfg']);
    for (const { folder, file } of named) {
      expect(existsSync(file)).toBe(true);
      expect(relative(folder, file)).not.toMatch(/^\.\./);
    }
  });

  withKubectl(
    'is built by Kustomize, with the configuration of HAProxy under a name that follows its content',
    () => {
      expect([kubectl.status, kubectl.stderr]).toEqual([0, '']);
      const built = parseAllDocuments(kubectl.stdout).map((document) => document.toJS() as Manifest);
      expect(built).toHaveLength(manifests.length + generated.length);
      const configuration = built.find(({ metadata }) => metadata.name.startsWith('headroom-proxy-'));
      expect(configuration?.data).toEqual({
        'haproxy.cfg': readFileSync('deploy/haproxy/haproxy.cfg', 'utf8'),
      });
      const proxy = built.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'headroom-proxy',
      );
      expect(proxy?.spec.template.spec.volumes).toContainEqual(
        expect.objectContaining({ configMap: { name: configuration?.metadata.name } }),
      );
      for (const { kind, metadata } of built) {
        if (kind !== 'Namespace') expect(metadata).toMatchObject({ namespace: 'headroom' });
      }
    },
  );

  // Its 503 says what is wrong and when to come back. Without the address of any process, HAProxy has only words of its own.
  it('has HAProxy find processes that are not ready, whose answer it passes on while the database is away', () => {
    const processes = manifests.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'headroom-processes',
    );
    expect(processes?.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  });

  it('has its proxies queue requests before a process refuses them', () => {
    const deployed = (kind: string, name: string): Manifest | undefined =>
      manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    const settings = deployed('ConfigMap', 'headroom')?.data;
    const { requestLimit, requestLimitPerAddress } = readConfiguration({ ...settings, DATA_DIR: directory });
    const { replicas, template } = deployed('Deployment', 'headroom-proxy')?.spec ?? {};
    const { env } = template.spec.containers[0] as { env: { name: string; value: string }[] };
    const ofEach = Number(env.find(({ name }) => name === 'HEADROOM_MAXCONN')?.value);
    expect(replicas * ofEach).toBeLessThan(requestLimit);
    expect(ofEach).toBeLessThan(requestLimitPerAddress);
  });

  it('names the port of every pod that has metrics, and lets Prometheus reach it', () => {
    const scraped = { headroom: '3000', 'headroom-proxy': '8404' };
    for (const [app, port] of Object.entries(scraped)) {
      const named = (kind: string): any =>
        manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === app)?.spec;
      const { metadata, spec } = named('Deployment').template;
      expect(metadata.annotations).toEqual({ 'prometheus.io/scrape': 'true', 'prometheus.io/port': port });
      const { name } = spec.containers[0].ports.find((one: any) => String(one.containerPort) === port);
      const admitted = named('NetworkPolicy').ingress.filter(({ ports }: any) => ports[0].port === name);
      expect(JSON.stringify(admitted)).toContain('"kubernetes.io/metadata.name":"monitoring"');
    }
  });

  it('hardens every container', () => {
    const pods = manifests.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []));
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory).toBeDefined();
      }
    }
  });
});
