import { request } from 'undici';
import { eventually } from '../support/eventually.js';
import { newTrace, service } from './traced-service.js';

const OPEN_METRICS =
  'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';

async function scrape(accept: string): Promise<{ readonly type: unknown; readonly text: string }> {
  const { headers, body } = await request(`${service.baseUrl}/metrics`, { headers: { accept } });
  return { type: headers['content-type'], text: await body.text() };
}

const SAMPLE =
  /^[a-z_][\w:]*(\{[^}]*\})? \S+( # \{trace_id="[0-9a-f]{32}",span_id="[0-9a-f]{16}"\} \S+ \d+(\.\d+)?)?$/i;

describe('exemplars', () => {
  it('lead from the durations of requests and appends to a trace', async () => {
    await service.provider({ cores: 10 }, { zone: 'exemplars' });
    const { traceId, traceparent } = newTrace();
    await service.http
      .post('/create-reservation')
      .set({ traceparent })
      .send({ zone: 'exemplars', capacity: { cores: 1 } });
    const answer = await eventually(async () => {
      const scraped = await scrape(OPEN_METRICS);
      expect(scraped.text).toContain(`trace_id="${traceId}"`);
      return scraped;
    });
    expect(answer.type).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const lines = answer.text.split('\n');
    const withExemplar = (name: string): string[] =>
      lines.filter((line) => line.startsWith(`headroom_${name}_bucket{`) && line.includes(' # {trace_id='));
    expect(withExemplar('http_request_duration_seconds').join()).toContain(traceId);
    expect(withExemplar('append_duration_seconds')).not.toEqual([]);
    for (const line of lines.filter((one) => one !== '' && !one.startsWith('# ')))
      expect(line).toMatch(SAMPLE);
  });

  it('come in a format that names counters as OpenMetrics does', async () => {
    const { text } = await scrape(OPEN_METRICS);
    expect(text).toContain('# TYPE headroom_http_requests counter\n');
    expect(text).toMatch(/^headroom_http_requests_total\{/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).not.toContain('_total_total');
    expect(text).toMatch(/\n# EOF\n$/);
  });

  it.each(['text/plain', '*/*'])('are not in the text format: %s', async (accept) => {
    const { text, type } = await scrape(accept);
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).not.toContain('trace_id=');
    expect(text).toContain('# TYPE headroom_http_requests_total counter\n');
  });
});
