import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const file = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = file.groups.flatMap(({ rules }) => rules);
const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (Headroom\w+)$/gm)].map(
  ([, name]) => name,
);

describe('alerts', () => {
  let service: RunningService;
  let scrape: Scrape;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 1 });
    scrape = await Scrape.of(service.baseUrl);
  });
  afterAll(() => service.stop());

  it('has a section of the runbook for each alert, and no other', () => {
    expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s asks for metrics and labels there are',
    (_, rule) => {
      const names = [...rule.expr.matchAll(/\b(?:headroom|nodejs|process)_\w+/g)].map(([name]) => name);
      for (const name of names) {
        const family = name.replace(/_bucket$/, '');
        expect([name, [...scrape.types.keys()]]).toEqual([name, expect.arrayContaining([family])]);
        const labels = new Set(
          scrape.samples.filter((one) => one.name === name).flatMap((one) => Object.keys(one.labels)),
        );
        const selector = new RegExp(`${name}\\{([^}]*)\\}`).exec(rule.expr)?.[1] ?? '';
        const asked = [...selector.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label]) => label);
        // Prometheus adds `job` itself.
        for (const label of asked.filter((one) => one !== 'job'))
          expect([name, [...labels]]).toEqual([name, expect.arrayContaining([label])]);
      }
      // A test of HAProxy's configuration asks a real one for its metrics.
      expect(names.length > 0 || /\bup\{|\bhaproxy_/.test(rule.expr)).toBe(true);
      expect(rule.labels.severity).toMatch(/^(page|ticket|info)$/);
      expect(rule.annotations.summary).toMatch(/\.$/);
    },
  );

  // Probes are most of the requests of a quiet service, and while the database is away they are slow on purpose.
  it.each(['HeadroomRequestsFailing', 'HeadroomSlow'])(
    '%s looks at no probe and no scrape, neither above nor below the line',
    (name) => {
      const { expr = '' } = rules.find(({ alert }) => alert === name) ?? {};
      const series = [...expr.matchAll(/\bheadroom_http_\w+(?:\{([^}]*)\})?/g)].map(
        ([, selector]) => selector,
      );
      expect(series.length).toBeGreaterThan(0);
      for (const selector of series) expect(selector).toContain('route!~"/livez|/readyz|/metrics"');
    },
  );

  it('says when no process is left, of which discovery by DNS shows nothing', () => {
    const down = rules.find(({ alert }) => alert === 'HeadroomDown');
    expect(down?.expr).toContain('absent(up{job="headroom"})');
  });

  it('says that a process ends and is started again and again, which is never down for a minute', () => {
    const restarting = rules.find(({ expr }) => expr.includes('changes(process_start_time_seconds'));
    expect(restarting?.labels.severity).toBe('page');
  });

  it('is scraped where it answers', () => {
    const { scrape_configs: jobs, rule_files: files } = parse(
      readFileSync('deploy/prometheus/prometheus.yml', 'utf8'),
    ) as { scrape_configs: { job_name: string; metrics_path: string }[]; rule_files: string[] };
    expect(jobs).toMatchObject([{ job_name: 'headroom', metrics_path: '/metrics' }, { job_name: 'haproxy' }]);
    for (const name of files) expect(existsSync(`deploy/prometheus/${name}`)).toBe(true);
  });
});
