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
}
