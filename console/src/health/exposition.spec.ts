import { parseExposition, sumOf, valueOf } from './exposition';

const TEXT = [
  '# HELP requests_total Requests.',
  'requests_total{route="/a",result="ok"} 3',
  'requests_total{route="/b",result="refused",code="x\\"y"} 4',
  'lag_seconds 0.5',
  'bucket{le="+Inf"} 9',
].join('\n');

describe('the text of /metrics', () => {
  const samples = parseExposition(TEXT, (name) => name !== 'bucket');

  it('is taken apart', () => {
    expect(samples).toHaveLength(3);
    expect(samples[1].labels).toEqual({ route: '/b', result: 'refused', code: 'x"y' });
  });

  it('is added up', () => {
    expect(sumOf(samples, 'requests_total')).toBe(7);
    expect(sumOf(samples, 'requests_total', { result: 'refused' })).toBe(4);
    expect(valueOf(samples, 'lag_seconds')).toBe(0.5);
    expect(valueOf(samples, 'none')).toBeUndefined();
  });
});
