import { AllocationService } from '../../src/allocation/allocation.service.js';
import type { Draft } from '../../src/allocation/admission/draft.js';
import { newId } from '../../src/kernel/identifiers.js';
import { FOREVER } from '../../src/kernel/time-window.js';
import { enterPoolEntry } from '../../src/pools/pool-entry.js';
import { loopOf } from '../support/loops.js';
import { newZone, service } from '../support/shared-service.js';

const OTHERS = 20;

/** Enters a pool entry of its own, which nothing can refuse. */
function harmless(providerId: string, draft: Draft): string {
  const window = { start: draft.now, end: FOREVER };
  return enterPoolEntry(draft, { id: newId(), providerId, window, amounts: { cores: 1 } }).id;
}

function recordFor(key: string) {
  return { answered: { scope: 'rejected-batch', key, fingerprint: 'f', answer: '{}' } };
}

describe('a batch of which the database rejects one request', () => {
  async function prepared() {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 1 }, { zone });
    const allocation = service.app.get(AllocationService);
    const batches = () => loopOf(service, zone)?.figures.batches ?? 0;
    const others = (remember?: (id: string) => ReturnType<typeof recordFor>) =>
      Array.from({ length: OTHERS }, () =>
        allocation.admit(zone, { decide: (draft) => harmless(provider, draft), remember }),
      );
    return { zone, provider, allocation, batches, others };
  }

  it('is stored without it at once, if its Idempotency-Key is taken: all the others have keys too', async () => {
    const { zone, provider, allocation, batches, others } = await prepared();
    const key = newId();
    await service.dataSource.query(
      `insert into idempotency_keys (scope, key, zone_id, fingerprint, answer, created_at)
       values ('rejected-batch', $1, $2, 'f', '{}', now())`,
      [key, zone],
    );
    const before = batches();
    // The first request is a batch of its own. The others wait for it and are decided together.
    const first = allocation.admit(zone, { decide: (draft) => harmless(provider, draft) });
    const all = [...others((id) => recordFor(id))];
    void all.splice(
      OTHERS / 2,
      0,
      allocation.admit(zone, {
        decide: (draft) => harmless(provider, draft),
        remember: () => recordFor(key),
      }),
    );
    const outcomes = await Promise.allSettled(all);
    await first;
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'idempotency-key-taken' } }]);
    expect(outcomes[OTHERS / 2]).toBe(refused[0]);
    expect(batches() - before).toBe(2);
  });

  it('is stored without it at once, if it names a range that another zone was given meanwhile', async () => {
    const { zone, provider, allocation, batches, others } = await prepared();
    const elsewhere = newZone();
    await service.provider({ cores: 1 }, { zone: elsewhere });
    const range = '203.0.113.0/28';
    await service.dataSource.query(
      `insert into address_ranges (range, zone_id, origin, created_at) values ($1, $2, 'pool', now())`,
      [range, elsewhere],
    );
    const before = batches();
    const first = allocation.admit(zone, { decide: (draft) => harmless(provider, draft) });
    const named = allocation.admit(zone, {
      needs: { addresses: true },
      decide: (draft) => {
        const id = harmless(provider, draft);
        draft.saveAddressRange(range);
        return id;
      },
    });
    const stored = Promise.all(others());
    await expect(named).rejects.toMatchObject({ code: 'address-range-overlap' });
    await expect(stored).resolves.toHaveLength(OTHERS);
    await first;
    expect(batches() - before).toBe(2);
  });

  it('finds the request at fault by halves, where all can be, and stores every other one', async () => {
    const { zone, provider, allocation, others } = await prepared();
    const first = allocation.admit(zone, { decide: (draft) => harmless(provider, draft) });
    const wrong = allocation.admit(zone, {
      decide: (draft) =>
        enterPoolEntry(draft, {
          id: newId(),
          providerId: newId(),
          window: { start: draft.now, end: FOREVER },
          amounts: { cores: 1 },
        }),
    });
    const stored = Promise.all(others());
    await expect(wrong).rejects.toMatchObject({ code: 'unknown-provider' });
    await expect(stored).resolves.toHaveLength(OTHERS);
    await first;
  });
});
