import { sumOf, type Sample } from './exposition';

const REQUESTS = 'headroom_http_requests_total';
/** Group A reports a shortage as a conflict with status 200, Group B as a refusal. */
const REFUSALS = ['refused', 'conflict'];
/**
 * The routes of both groups whose success admits something. The counters of zones (`headroom_zone_requests_total`) have the reads
 * among them.
 */
const ADMITTING =
  /^\/((create|update|confirm)-reservation|create-instance|reservation\/\w+\/(create|update|confirm))$/;

/** One reading of what counts up. */
export interface Reading {
  readonly at: number;
  readonly admissions: number;
  readonly refusals: number;
  readonly requests: number;
}

/** Per second, between two readings. */
export interface Rates {
  readonly admissions: number;
  readonly refusals: number;
  readonly requests: number;
}

export function readingOf(samples: readonly Sample[], at: number): Reading {
  return {
    at,
    admissions: admissionsOf(samples),
    refusals: REFUSALS.reduce((sum, result) => sum + sumOf(samples, REQUESTS, { result }), 0),
    requests: sumOf(samples, REQUESTS),
  };
}

function admissionsOf(samples: readonly Sample[]): number {
  const isAdmission = ({ name, labels }: Sample): boolean =>
    name === REQUESTS && labels.result === 'ok' && ADMITTING.test(labels.route);
  return samples.filter(isAdmission).reduce((sum, { value }) => sum + value, 0);
}

/** A service that was started again counts from nothing. */
export function ratesBetween(before: Reading, after: Reading): Rates {
  const seconds = Math.max(1, (after.at - before.at) / 1000);
  const rate = (member: keyof Rates): number => Math.max(0, after[member] - before[member]) / seconds;
  return { admissions: rate('admissions'), refusals: rate('refusals'), requests: rate('requests') };
}
