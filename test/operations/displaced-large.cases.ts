import { describeOnServer } from '../support/cluster.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

/** Copies of a reservation, each created a second after it and in a window of its own, with its claims and entries. */
const COPY = `
with copies as (select n, md5(n::text || $1)::uuid as id from generate_series(1, $2::int) n),
made as (
  insert into reservations
  select (jsonb_populate_record(r, jsonb_build_object(
           'id', c.id, 'created_at', r.created_at + interval '1 second',
           'starts_at', r.starts_at + c.n * interval '100 seconds',
           'ends_at', r.ends_at + c.n * interval '100 seconds'))).*
    from reservations r, copies c
   where r.id::text = $1),
claimed as (
  insert into claims
  select l.zone_id, c.id, l.provider_id, l.amounts from claims l, copies c where l.reservation_id::text = $1),
entered as (
  insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at)
  select e.zone_id, z.head + c.n, $1::uuid, e.provider_id, e.moves, e.owner_kind, c.id,
         e.starts_at + c.n * interval '100 seconds', e.ends_at + c.n * interval '100 seconds', e.amounts, e.recorded_at
    from ledger_entries e, zones z, copies c
   where e.owner_id::text = $1 and z.zone_id = e.zone_id)
update zones set head = head + $2`;

const COPIES = 200;

// Regression: some hundred reservations of a thousand containers each were more than PostgreSQL can read as one list, and more
// than a process has memory for.
describeOnServer('a loss of capacity that displaces large reservations', () => {
  let service: RunningService;
  let provider: string;
  beforeAll(async () => {
    const first = await startService({ tampersWithLedger: true });
    ({ provider } = await first.provider({ instances: 1_000 }));
    const { body } = await first.http.post('/reservation/compute/create').send({
      startTime: fromNow(first, 100),
      endTime: fromNow(first, 200),
      virtualizationContainerReservation: Array.from({ length: 1_000 }, (_, index) => ({
        containerId: `${'c'.repeat(190)}${index}`,
      })),
    });
    await first.dataSource.query(COPY, [body.reservationData.reservationId, COPIES]);
    // One that knows nothing of the zone yet.
    service = await startService({ database: first.database, clock: first.clock, tampersWithLedger: true });
    await first.app.close();
  });
  afterAll(async () => {
    await service.stop();
    await service.database.drop();
  });

  const withdraw = (seconds?: number) =>
    service.http
      .post(`/providers/${provider}/withdraw`)
      .send(seconds === undefined ? {} : { end: fromNow(service, seconds) });

  it('is refused if a process has too little memory for them', async () => {
    const { status, body } = await withdraw();
    expect([status, body.code]).toEqual([409, 'too-many-displaced']);
  });

  it('is possible window by window', async () => {
    const { status, body } = await withdraw(2_000);
    expect([status, body.displaced?.length]).toEqual([200, 19]);
  });
});
