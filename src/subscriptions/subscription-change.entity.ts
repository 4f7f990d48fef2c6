import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/columns.js';

/**
 * The single row that counts changes of subscriptions. A worker compares the number to decide whether to read them
 * again.
 */
@Entity('subscription_changes')
export class SubscriptionChangeEntity {
  @PrimaryColumn({ type: 'boolean', name: 'only_row', insert: false }) onlyRow!: boolean;
  @Column(bigintColumn('number')) number!: number;
  /** There are subscriptions to reservations. */
  @Column({ type: 'boolean', name: 'watches_changes', insert: false }) watchesChanges!: boolean;
  /** There are subscriptions to all reservations. */
  @Column({ type: 'boolean', name: 'watches_creations', insert: false }) watchesCreations!: boolean;
}
