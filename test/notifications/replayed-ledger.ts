import type { DataSource } from 'typeorm';

export interface Crossing {
  readonly at: number;
  readonly total: number;
  readonly available: number;
}

interface Row {
  readonly batch: string;
  readonly moves: 'total' | 'reserved' | 'allocated';
  readonly start: number;
  readonly end: number;
  readonly recorded: number;
  readonly amount: number;
}

/**
 * Finds by brute force where a condition on one class of a zone became true. Checks every commit, and every instant between two commits at
 * which a window starts or ends. Each figure is the sum of all entries present by then.
 */
export async function crossings(
  dataSource: DataSource,
  zoneId: string,
  name: string,
  until: number,
  isTrue: (now: { total: number; available: number }) => boolean,
): Promise<Crossing[]> {
  const rows = await dataSource.query<Row[]>(
    `select batch, moves, extract(epoch from starts_at)::float8 as start, extract(epoch from ends_at)::float8 as "end",
            extract(epoch from recorded_at)::float8 as recorded, coalesce((amounts ->> $2)::int, 0) as amount
       from ledger_entries where zone_id = $1 order by sequence`,
    [zoneId, name],
  );
  const found: Crossing[] = [];
  const known: Row[] = [];
  let held = false;
  let reached = 0;
  const look = (at: number): void => {
    reached = at;
    const sum = (moves: string): number =>
      known.reduce(
        (s, row) => (row.moves === moves && row.start <= at && at < row.end ? s + row.amount : s),
        0,
      );
    const total = sum('total');
    const now = { total, available: total - sum('reserved') - sum('allocated') };
    const holds = isTrue(now);
    if (holds && !held) found.push({ at, ...now });
    held = holds;
  };
  const walkTo = (at: number): void => {
    const instants = new Set(
      known.flatMap(({ start, end }) => [start, end]).filter((i) => i > reached && i <= at),
    );
    for (const instant of [...instants].sort((a, b) => a - b)) look(instant);
    reached = Math.max(reached, at);
  };
  rows.forEach((row, index) => {
    const isFirst = rows[index - 1]?.batch !== row.batch;
    if (isFirst) walkTo(row.recorded);
    known.push(row);
    if (rows[index + 1]?.batch !== row.batch) look(reached);
  });
  walkTo(until);
  return found;
}
