import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboards/headroom.json', 'utf8')) as {
  panels: Panel[];
};
const shown = panels.filter(({ targets }) => targets);
const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
  groups: { rules: { alert: string }[] }[];
};
/** Alert → the title of the panel that its section of the runbook names. */
const inRunbook = new Map(
  readFileSync('docs/runbook.md', 'utf8')
    .split(/^## /m)
    .flatMap((section) => {
      const [alert] = /^Headroom\w+/.exec(section) ?? [];
      const [, panel] = /^\*\*Panel\*\* “(.+)”\.$/m.exec(section) ?? [];
      return alert === undefined ? [] : [[alert, panel] as const];
    }),
);

describe('the dashboard', () => {
  let service: RunningService;
  let scrape: Scrape;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 1 });
    scrape = await Scrape.of(service.baseUrl);
  });
  afterAll(() => service.stop());

  it.each(shown.map((panel) => [panel.title, panel] as const))(
    '%s asks for metrics there are',
    (_, panel) => {
      expect(panel.description).toMatch(/\.$/);
      for (const { expr } of panel.targets ?? []) {
        const names = [...expr.matchAll(/\b(?:headroom|nodejs|process)_\w+/g)].map(([name]) => name);
        expect(names.length > 0 || /\bup\{|\bhaproxy_/.test(expr)).toBe(true);
        for (const name of names) {
          const family = name.replace(/_(bucket|sum|count)$/, '');
          expect([...scrape.types.keys()]).toContain(family);
        }
      }
    },
  );

  it('names each alert at the panel that shows its cause, as the runbook does', () => {
    const named = shown.flatMap(({ title, description = '' }) =>
      (description.match(/Headroom\w+/g) ?? []).map((alert) => [alert, title] as const),
    );
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(named.map(([alert]) => alert).sort()).toEqual(alerts.toSorted());
    expect(inRunbook).toEqual(new Map(named));
  });
});
