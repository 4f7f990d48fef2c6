import fc from 'fast-check';
import { foldOf, LAST_SECOND, smallWindow } from '../../test/support/folds.js';
import { reservationRecord } from '../../test/support/reservations.js';
import { runs } from '../../test/support/runs.js';
import { Draft } from '../allocation/admission/draft.js';
import { TenantHoldings, type Holding } from '../allocation/fold/tenant-holdings.js';
import { NO_ROWS } from '../allocation/admission/loaded-rows.js';
import { holdingOf, type ReservationRecord } from '../allocation/admission/records.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { TenantLimits } from '../kernel/tenant-limits.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { OPERATIONS_SPELLING } from './reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';
import { checkTenant, tenantNeeds, tenantRoom } from './tenant-limits.js';

const limits = (byDefault: Record<string, number>): TenantLimits => ({
  byDefault: new Map(Object.entries(byDefault)),
  named: new Map([['free', new Map<string, number>()]]),
});

function policyOf(inZone?: TenantLimits, inAllZones?: TenantLimits): ReservationPolicy {
  return { tenantLimits: inZone, tenantLimitsAllZones: inAllZones } as ReservationPolicy;
}

const held = fc.array(
  fc
    .record({
      id: fc.constantFrom('asked', 'r1', 'r2', 'r3', 'r4', 'r5'),
      tenant: fc.constantFrom('t', 't', 't', 'u'),
      status: fc.constantFrom('admitted', 'waiting', 'conflict', 'terminated'),
      window: smallWindow,
      cores: fc.nat(3),
    })
    .map(({ id, window, cores, tenant, status }) =>
      reservationRecord(id, window, cores > 0 ? { cores } : { ram: 1 }, { tenant, status }),
    ),
  { maxLength: 6 },
);

/** The most cores that the tenant holds at one second of a window from now on, besides the reservation itself. */
function peakOf(records: readonly ReservationRecord[], { start, end }: TimeWindow, now: number): number {
  let peak = 0;
  for (let second = Math.max(start, now); second < Math.min(end, LAST_SECOND + 1); second++) {
    const sum = records
      .filter(({ id, tenant }) => id !== 'asked' && tenant === 't')
      .filter(({ status }) => status === 'admitted' || status === 'waiting')
      .filter(({ window }) => window.start <= second && second < window.end)
      .reduce((cores, { amounts }) => cores + (amounts.cores ?? 0), 0);
    peak = Math.max(peak, sum);
  }
  return peak;
}

function holdingsOf(records: readonly ReservationRecord[]): Holding[] {
  return records.filter(({ tenant }) => tenant === 't').flatMap((record) => holdingOf(record) ?? []);
}

function draftOf(
  now: number,
  inZone: readonly ReservationRecord[],
  elsewhere: readonly ReservationRecord[],
): Draft {
  const fold = foldOf([]);
  fold.tenants.keep('t', holdingsOf(inZone));
  const heldInAllZones = new TenantHoldings();
  const others = elsewhere.map((record) =>
    record.id === 'asked' ? record : { ...record, id: `other ${record.id}` },
  );
  heldInAllZones.keep('t', holdingsOf([...inZone, ...others]));
  return new Draft(fold, now, { ...NO_ROWS, heldInAllZones });
}

const unique = (records: readonly ReservationRecord[]): ReservationRecord[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

describe('the limits of a tenant', () => {
  it('are those in the zone, and those in all zones, at every second of the window to come', () => {
    fc.assert(
      fc.property(
        held,
        held,
        smallWindow,
        fc.nat(4),
        fc.nat(4),
        fc.record({ zone: fc.nat(8), all: fc.nat(8) }),
        (here, there, window, now, cores, { zone, all }) => {
          fc.pre(window.end > now);
          const [inZone, elsewhere] = [unique(here), unique(there)];
          const draft = draftOf(now, inZone, elsewhere);
          const amounts: ResourceAmounts = cores > 0 ? { cores } : { ram: 1 };
          const asked = { id: 'asked', tenant: 't', window, amounts };
          const policy = policyOf(limits({ cores: zone }), limits({ cores: all }));
          const room = Math.min(
            zone - peakOf(inZone, window, now),
            all - peakOf([...inZone, ...elsewhere], window, now),
          );
          expect(tenantRoom(draft, asked, policy)).toEqual(new Map([['cores', Math.max(0, room)]]));
          const check = () => checkTenant(draft, asked, policy, OPERATIONS_SPELLING);
          if (cores > Math.max(0, room)) expect(check).toThrow(/capacity\.cores: the tenant would hold/);
          else expect(check).not.toThrow();
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('refuse a change where it takes more than before, as far as that exceeds them', () => {
    const cores = fc.nat(3);
    fc.assert(
      fc.property(held, smallWindow, smallWindow, cores, cores, fc.nat(4), fc.nat(6), (records, ...drawn) => {
        const [window, windowBefore, asks, had, now, limit] = drawn;
        fc.pre(window.end > now);
        const inZone = unique(records).filter(({ id }) => id !== 'asked');
        const draft = draftOf(now, inZone, []);
        const amounts = { cores: asks };
        const before = { zoneId: draft.zoneId, window: windowBefore, amounts: { cores: had } };
        const asked = { id: 'asked', tenant: 't', window, amounts, before };
        let isRefused = false;
        for (
          let second = Math.max(window.start, now);
          second < Math.min(window.end, LAST_SECOND + 1);
          second++
        ) {
          const hadThen = windowBefore.start <= second && second < windowBefore.end ? had : 0;
          const others = peakOf(inZone, { start: second, end: second + 1 }, now);
          isRefused ||= asks > hadThen && others + asks > limit;
        }
        const policy = policyOf(limits({ cores: limit }));
        const check = () => checkTenant(draft, asked, policy, OPERATIONS_SPELLING);
        expect(asks > (tenantRoom(draft, asked, policy).get('cores') ?? 0)).toBe(isRefused);
        if (isRefused) expect(check).toThrow(/the tenant would hold/);
        else expect(check).not.toThrow();
      }),
      { numRuns: runs(1000) },
    );
  });

  it('name the sum, where it is held, the first second of the peak and the limit', () => {
    const record = (id: string, start: number) =>
      reservationRecord(id, { start, end: start + 10 }, { cores: 2 }, { tenant: 't' });
    const draft = draftOf(0, [record('r1', 20)], [record('r2', 25)]);
    const asked = { id: 'r', tenant: 't', window: { start: 0, end: 60 }, amounts: { cores: 3 } };
    const refused = (policy: ReservationPolicy) => () =>
      checkTenant(draft, asked, policy, OPERATIONS_SPELLING);
    expect(refused(policyOf(limits({ cores: 4 })))).toThrow(
      'capacity.cores: the tenant would hold 5 at 1970-01-01T00:00:20Z, and may hold 4',
    );
    expect(refused(policyOf(undefined, limits({ cores: 6 })))).toThrow(
      'capacity.cores: the tenant would hold 7 in all zones at 1970-01-01T00:00:25Z, and may hold 6',
    );
  });

  it.each([
    { tenant: 't', policy: policyOf(limits({ cores: 1 })), needs: { heldBy: ['t'] } },
    {
      tenant: 't',
      policy: policyOf(undefined, limits({ cores: 1 })),
      needs: { heldBy: ['t'], heldInAllZonesBy: ['t'] },
    },
    { tenant: 'free', policy: policyOf(limits({ cores: 1 }), limits({ cores: 1 })), needs: {} },
    { tenant: undefined, policy: policyOf(limits({ cores: 1 }), limits({ cores: 1 })), needs: {} },
    { tenant: 't', policy: policyOf(), needs: {} },
  ])('have the rows of $needs read for $tenant', ({ tenant, policy, needs }) => {
    expect(tenantNeeds(tenant, policy)).toEqual(needs);
  });

  it.each([{ tenant: undefined }, { tenant: 'free' }])('are none for $tenant', ({ tenant }) => {
    const policy = policyOf(limits({ cores: 0 }), limits({ cores: 0 }));
    const asked = { id: 'r', tenant, window: { start: 0, end: 9 }, amounts: { cores: 3 } };
    const draft = new Draft(foldOf([]), 0);
    expect(tenantRoom(draft, asked, policy)).toEqual(new Map());
    expect(() => checkTenant(draft, asked, policy, OPERATIONS_SPELLING)).not.toThrow();
  });
});
