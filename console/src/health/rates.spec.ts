import { parseExposition } from './exposition';
import { ratesBetween, readingOf } from './rates';

const line = (route: string, result: string, count: number): string =>
  `headroom_http_requests_total{method="POST",route="${route}",status="200",result="${result}"} ${count}`;

const readingAt = (at: number, lines: readonly string[]) =>
  readingOf(
    parseExposition(lines.join('\n'), () => true),
    at,
  );

describe('the rates of the health page', () => {
  it('do not take a read for an admission', () => {
    const { admissions } = readingAt(0, [
      'headroom_zone_requests_total{zone="a"} 900',
      line('/capacity/compute/query', 'ok', 70),
      line('/create-reservation', 'ok', 5),
      line('/create-reservation', 'conflict', 6),
      line('/reservation/compute/create', 'ok', 2),
      line('/query-reservation', 'ok', 8),
    ]);
    expect(admissions).toBe(7);
  });

  it('take a conflict for a refusal', () => {
    const lines = [line('/create-reservation', 'conflict', 4), line('/create-reservation', 'refused', 3)];
    expect(readingAt(0, lines).refusals).toBe(7);
  });

  it('are none after the service was started again', () => {
    const [before, after] = [readingAt(0, [line('/a', 'ok', 100)]), readingAt(5_000, [line('/a', 'ok', 3)])];
    expect(ratesBetween(before, after).requests).toBe(0);
    expect(ratesBetween(after, { ...before, at: 10_000 }).requests).toBeCloseTo(97 / 5);
  });
});
