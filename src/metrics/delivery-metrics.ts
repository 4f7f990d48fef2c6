import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { DeliveryFigures } from '../notifications/delivery/delivery-figures.js';
import { DatabaseFigures } from './database-figures.js';
import { ageAt, counter, gauge, type Family, type MetricSource } from './metric-source.js';

/** From a partial index and a table that have only deliveries under way, each read once. */
const OUTBOX = `
select n.*, l.*, (select count(*) from subscriptions where disabled_at is not null)::int as disabled
  from (select count(*)::int as waiting, extract(epoch from min(created_at))::float8 as oldest
          from notifications
         where state = 'waiting') n,
       (select count(*)::int as lanes, (count(*) filter (where failures > 0))::int as failing from delivery_lanes) l`;

interface OutboxRow {
  readonly waiting: number;
  /** Null: none waits. */
  readonly oldest: number | null;
  readonly lanes: number;
  readonly failing: number;
  readonly disabled: number;
}

/** Notifications on their way. */
@Injectable()
export class DeliveryMetrics implements MetricSource {
  private readonly outbox: () => readonly OutboxRow[];

  constructor(
    database: DatabaseFigures,
    private readonly deliveries: DeliveryFigures,
    private readonly clock: Clock,
  ) {
    this.outbox = database.keepRows<OutboxRow>(OUTBOX);
  }

  families(): readonly Family[] {
    const { deliveries } = this;
    return [
      counter('delivery_attempts', 'Attempts to deliver a notification, by how they ended.', () =>
        [...deliveries.attempts].map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
      counter(
        'deliveries_given_up',
        'Notifications that are dead: no attempt was left, or their receiver answered 410.',
        () => [{ value: deliveries.dead }],
      ),
      gauge('deliveries_in_flight', 'Requests to receivers that have not ended.', () => [
        { value: deliveries.inFlight() },
      ]),
      this.stored('notifications_waiting', 'Notifications not delivered yet.', ({ waiting }) => waiting),
      this.stored('outbox_age_seconds', 'Age of the oldest of them.', ({ oldest }) =>
        ageAt(this.clock.now(), oldest),
      ),
      this.stored('delivery_lanes', 'Sequences in which some wait.', ({ lanes }) => lanes),
      this.stored('delivery_lanes_failing', 'Those whose last attempt failed.', ({ failing }) => failing),
      this.stored(
        'subscriptions_disabled',
        'Subscriptions that are told nothing because their receiver said so.',
        ({ disabled }) => disabled,
      ),
    ];
  }

  private stored(name: string, help: string, pick: (row: OutboxRow) => number): Family {
    return gauge(name, help, () => this.outbox().map((row) => ({ value: pick(row) })));
  }
}
