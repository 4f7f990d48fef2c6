import type { Distribution } from '../kernel/distribution.js';
import type { Family, MetricLabels, Sample } from './metric-source.js';

/** Several distributions of one kind, told apart by labels. */
export function histogram(
  name: string,
  help: string,
  distributions: () => Iterable<readonly [MetricLabels, Distribution]>,
): Family {
  const fullName = `headroom_${name}`;
  return {
    name: fullName,
    help,
    type: 'histogram',
    *samples() {
      for (const [labels, distribution] of distributions()) yield* samplesOf(fullName, labels, distribution);
    },
  };
}

function* samplesOf(name: string, labels: MetricLabels, distribution: Distribution): Generator<Sample> {
  let all = 0;
  for (const { upTo, count, exemplar } of distribution.buckets()) {
    all = count;
    const le = upTo === Infinity ? '+Inf' : upTo;
    yield { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count, exemplar };
  }
  yield { metricName: `${name}_sum`, labels, value: distribution.sum };
  yield { metricName: `${name}_count`, labels, value: all };
}
