import type { Figures } from './journal.js';

interface Row extends Partial<Figures> {
  readonly event: string;
  /** Time until another node leads. */
  readonly upSeconds?: number;
  /** Time from then until every zone has accepted a write. */
  readonly againSeconds?: number;
}

/** The figures of a run, in readable form. */
export class Report {
  private readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    // Printed immediately: a run takes minutes, and Jest buffers console output until its end.
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
