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
/** Single events, which a graph shows no better than the alert does. */
const WITHOUT_PANEL = ['HeadroomProviderNotLookedAt', 'HeadroomServersLost', 'HeadroomSubscriptionDisabled'];

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
        expect(names.length > 0 || expr.includes('up{')).toBe(true);
        for (const name of names) {
          const family = name.replace(/_(bucket|sum|count)$/, '');
          expect([...scrape.types.keys()]).toContain(family);
        }
      }
    },
  );

  it('names each alert at the panel that shows its cause', () => {
    const named = shown.flatMap(({ description = '' }) => description.match(/Headroom\w+/g) ?? []);
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(named.toSorted()).toEqual(alerts.filter((alert) => !WITHOUT_PANEL.includes(alert)).toSorted());
  });
});
