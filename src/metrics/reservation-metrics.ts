import { Injectable } from '@nestjs/common';
import { DatabaseFigures } from './database-figures.js';
import { gauge, type Family, type MetricSource } from './metric-source.js';

/** A partial index holds them. */
const IN_CONFLICT = `select count(*)::int as count from reservations where status = 'conflict'`;

@Injectable()
export class ReservationMetrics implements MetricSource {
  private readonly inConflict: () => readonly { readonly count: number }[];

  constructor(database: DatabaseFigures) {
    this.inConflict = database.keepRows(IN_CONFLICT);
  }

  families(): readonly Family[] {
    const help = 'Reservations that hold nothing, because capacity was withdrawn below them.';
    return [
      gauge('reservations_in_conflict', help, () => this.inConflict().map(({ count }) => ({ value: count }))),
    ];
  }
}
