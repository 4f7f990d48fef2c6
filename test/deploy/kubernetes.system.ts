import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = 'deploy/kubernetes';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: any;
  readonly data?: Record<string, string>;
}

const kustomization = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as {
  resources: string[];
  configMapGenerator: { name: string; files: string[] }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS() as Manifest),
);

/** The type of a manifest in kubernetes-types, which is generated from the schemas of Kubernetes: `apps/v1` is in `apps/v1`. */
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
    const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
    const names = new Set([
      ...manifests.map(({ metadata }) => metadata.name),
      ...kustomization.configMapGenerator.map(({ name }) => name),
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

  it('selects the labels that pods have', () => {
    const labels = manifests.flatMap(({ spec }) =>
      spec?.template ? [spec.template.metadata.labels.app] : [],
    );
    const selected = manifests.flatMap(({ spec }) => [
      spec?.selector?.app,
      spec?.selector?.matchLabels?.app,
      spec?.podSelector?.matchLabels?.app,
    ]);
    for (const app of selected.filter(Boolean)) expect(labels).toContain(app);
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
