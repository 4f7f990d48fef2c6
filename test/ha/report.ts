import type { Figures } from './journal.js';

interface Row extends Partial<Figures> {
  readonly event: string;
  /** Until another node leads. */
  readonly upSeconds?: number;
  /** From then until every zone has taken a write. */
  readonly againSeconds?: number;
}

/** The figures of a run, for a person. */
export class Report {
  private readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    // At once: a run takes minutes, and Jest keeps what goes to the console until its end.
    process.stderr.write(`${lineOf(row)}\n`);
  }

  text(): string {
    return [HEAD, ...this.rows.map(lineOf)].join('\n');
  }
}

const HEAD =
  'event: new leader after s, writes after that s, longest gap s, slowest answer s, served, refused';

function lineOf({
  event,
  upSeconds,
  againSeconds,
  gapSeconds,
  slowestSeconds,
  served,
  refusals,
}: Row): string {
  const refused = Object.entries(refusals ?? {}).map(([outcome, count]) => `${count} × ${outcome}`);
  const seconds = [upSeconds, againSeconds, gapSeconds, slowestSeconds].map((one) => one?.toFixed(1) ?? '–');
  return `${event}: ${[...seconds, served, refused.join('; ') || 'none'].join(', ')}`;
}
