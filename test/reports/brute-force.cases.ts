import { auditFindings, type AuditFinding } from '../support/consistency.js';
import { Random } from '../support/random.js';
import { fromNow, reserve } from '../support/readings.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { USAGE_KEYS, type UsageKey } from '../../src/reports/usage.statement.js';

type Body = Record<string, any>;

interface Entry {
  readonly zone: string;
  readonly provider: string;
  readonly moves: 'reserved' | 'allocated';
  readonly reservation: string | null;
  readonly tenant: string | null;
  readonly borrowed: Body | null;
  readonly start: number;
  readonly end: number;
  readonly amounts: Record<string, number>;
}

const ENTRIES = `
select e.zone_id as zone, e.provider_id as provider, e.moves, e.amounts, i.borrowed,
       coalesce(i.reservation_id, case when e.owner_kind = 'reservation' then e.owner_id end) as reservation,
       coalesce(r.tenant, i.tenant) as tenant,
       extract(epoch from e.starts_at)::float8 as start, extract(epoch from e.ends_at)::float8 as end
  from ledger_entries e
  left join instances i on i.zone_id = e.zone_id and i.id = e.owner_id
  left join (select id, tenant from reservations offset 0) r on r.id = coalesce(i.reservation_id, e.owner_id)
 where e.moves <> 'total'`;

const KEY: Readonly<Record<UsageKey, keyof Entry | undefined>> = {
  reservation: 'reservation',
  tenant: 'tenant',
  zone: 'zone',
  provider: 'provider',
  class: undefined,
};

interface Sums {
  promised: number;
  used: number;
  unreserved: number;
  peak: number;
}

/** Adds up every entry at every second. */
function bruteForce(entries: readonly Entry[], by: UsageKey, from: number, to: number): Map<string, Sums> {
  const all = new Map<string, Sums>();
  for (let second = from; second < to; second++) {
    const now = new Map<string, Sums>();
    for (const entry of entries) {
      if (entry.start > second || entry.end <= second) continue;
      const key = KEY[by] === undefined ? '' : entry[KEY[by]];
      if (by === 'reservation' && key === null) continue;
      for (const [name, amount] of Object.entries(entry.amounts)) {
        const row = `${key as string | null} ${name}`;
        const sums = now.get(row) ?? { promised: 0, used: 0, unreserved: 0, peak: 0 };
        const isDrawn = entry.moves === 'allocated' && entry.reservation !== null && !entry.borrowed?.[name];
        if (entry.moves === 'reserved' || isDrawn) sums.promised += amount;
        if (isDrawn) sums.used += amount;
        if (entry.moves === 'allocated' && !isDrawn) sums.unreserved += amount;
        now.set(row, sums);
      }
    }
    for (const [row, { promised, used, unreserved }] of now) {
      const sums = all.get(row) ?? { promised: 0, used: 0, unreserved: 0, peak: 0 };
      sums.promised += promised;
      sums.used += used;
      sums.unreserved += unreserved;
      sums.peak = Math.max(sums.peak, promised);
      all.set(row, sums);
    }
  }
  return all;
}

async function bootFor(service: RunningService, tenant: string | undefined, place: object): Promise<Body> {
  const body = { ...place, name: 'web', image: 'debian-13', flavor: 'm1.tiny' };
  const request = service.http.post('/create-instance').send(body);
  if (tenant !== undefined) request.set('Headroom-Tenant', tenant);
  return (await request).body as Body;
}

/** Random requests of all kinds, while the clock goes on by seconds. */
async function live(service: RunningService, random: Random): Promise<void> {
  const providers: string[] = [];
  const capacity = { cores: 9, ram: 9000, instances: 9, gigabytes: 50 };
  for (const zone of ['a', 'a', 'b']) providers.push((await service.provider(capacity, { zone })).provider);
  const reservations: string[] = [];
  const instances: string[] = [];
  const tenants = ['one', 'two', undefined];
  for (let count = 0; count < 40; count++) {
    service.clock.advance(random.integer(0, 5));
    const draw = random.integer(1, 100);
    const start = random.chance(0.5) ? undefined : fromNow(service, random.integer(1, 10));
    const window = [start, fromNow(service, random.integer(11, 60))] as const;
    const amounts = { cores: random.integer(1, 4), ram: 512 * random.integer(1, 4), instances: 2 };
    const id = reservations.length > 0 ? random.pick(reservations) : undefined;
    if (draw <= 35 || id === undefined) {
      const tenant = random.pick(tenants);
      const body = { zone: random.pick(['a', 'b']), start: window[0], end: window[1], capacity: amounts };
      const request = service.http.post('/create-reservation').send(body);
      if (tenant !== undefined) request.set('Headroom-Tenant', tenant);
      const { body: made } = await request;
      if (made['reservation-id']) reservations.push(made['reservation-id'] as string);
    } else if (draw <= 50) {
      const more = random.chance(0.5) ? { capacity: amounts } : { zone: random.pick(['a', 'b']) };
      await service.operation('update-reservation', { 'reservation-id': id, end: window[1], ...more });
    } else if (draw <= 57) {
      await service.operation('cancel-reservation', { 'reservation-id': id });
    } else if (draw <= 80) {
      const place = random.chance(0.7) ? { 'reservation-id': id } : { 'provider-id': random.pick(providers) };
      const made = await bootFor(service, random.pick(tenants), place);
      if (made['instance-id']) instances.push(made['instance-id'] as string);
    } else if (draw <= 87 && instances.length > 0) {
      await service.operation('destroy-instance', { 'instance-id': random.pick(instances) });
    } else {
      const change = { source: random.pick(providers), capacity: { cores: random.integer(1, 6) } };
      await service.operation('decrease-capacity', { ...change, end: window[1], force: true });
    }
  }
  await reserve(service, 'a', [undefined, undefined], { cores: 1 });
}

/** A forced decrease may leave less than live instances alone use. */
function isDefect({ finding, total, reserved, allocated }: AuditFinding): boolean {
  return finding !== 'available is negative' || reserved !== 0 || allocated <= total;
}

describe('GET /reports/usage of random requests', () => {
  it.each(Array.from({ length: runs(7) }, (_, index) => index + 1))(
    'R15 is the sum over every second: %d',
    async (seed) => {
      const service = await startService();
      try {
        const random = new Random(seed);
        const begun = service.clock.now();
        await live(service, random);
        const entries: Entry[] = await service.dataSource.query(ENTRIES);
        for (const by of USAGE_KEYS) {
          const from = begun + random.integer(0, 40);
          const to = from + random.integer(1, 150);
          const iso = (second: number) => new Date(second * 1000).toISOString();
          const query = { by, from: iso(from), to: iso(to) };
          const { body } = await service.http.get('/reports/usage').query(query).expect(200);
          const expected = bruteForce(entries, by, from, to);
          const found = new Map<string, Sums>();
          for (const row of body.rows) {
            const key = row.reservationId ?? row.tenant ?? row.zone ?? row.providerId;
            const name =
              by === 'class'
                ? ''
                : by === 'reservation'
                  ? row.reservationId
                  : String(by === 'tenant' ? (row.tenant ?? null) : key);
            found.set(`${name} ${row.class}`, {
              promised: Math.round(row.reservedHours * 3600),
              used: Math.round(row.usedHours * 3600),
              unreserved: Math.round(row.unreservedHours * 3600),
              peak: row.peak,
            });
            expect(row.idleHours).toBeCloseTo(row.reservedHours - row.usedHours, 5);
          }
          for (const [row, sums] of expected) {
            if (sums.promised === 0 && sums.unreserved === 0) expected.delete(row);
          }
          expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
        }
        expect((await auditFindings(service.database.url)).filter(isDefect)).toEqual([]);
      } finally {
        await service.stop();
      }
    },
  );
});
