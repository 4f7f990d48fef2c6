import type { DataSource } from 'typeorm';
import type { Admission } from '../allocation/admission/admission.js';
import { dryRun } from '../allocation/admission/dry-run.js';
import { isApart } from '../allocation/loop/apart.js';
import type { Clock } from '../kernel/clock.js';
import type { SealedSecrets } from '../security/sealed-secrets.js';
import { AnsweredRequests } from './answered-requests.js';
import type { AuditFacts } from './audit-facts.js';
import type { KeyedRequest, RequestIdentity } from './idempotency-key.js';

describe('a request that names no zone, on a cluster', () => {
  const dataSource = {
    options: { extra: { layout: { isDistributed: true } } },
    query: () => Promise.resolve([]),
  } as unknown as DataSource;
  const answered = new AnsweredRequests(dataSource, {} as SealedSecrets, {} as Clock);
  const audit = {} as AuditFacts;
  const keyed = { scope: '', key: 'k', fingerprint: 'f' } as RequestIdentity;
  const admission: Admission<object> = { isForAnyZone: true, decide: () => ({}) };

  async function isBatchOfItsOwn(key: KeyedRequest | undefined): Promise<boolean | undefined> {
    let isOne: boolean | undefined;
    await answered
      .onceOrDry<object, object>({
        key,
        isDryRun: false,
        rehearse: dryRun(() => ({})),
        run: (as) => {
          isOne = isApart(as(admission), dataSource);
          return Promise.reject(new Error('not carried out'));
        },
        answer: (value) => value,
        rehearsed: (value) => value,
      })
      .catch(() => undefined);
    return isOne;
  }

  it.each([
    ['without a key', undefined, false],
    ['without a key, while authentication is on', { audit }, false],
    ['under a key', { keyed }, true],
    ['under a key, while authentication is on', { keyed, audit }, true],
  ])('%s', async (_, key, isOne) => {
    expect(await isBatchOfItsOwn(key)).toBe(isOne);
  });
});
