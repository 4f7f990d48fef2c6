import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where the evaluation of a capacity subscription began in a scope. */
@Entity('capacity_evaluations')
export class CapacityEvaluationEntity {
  @PrimaryColumn({ type: 'uuid', name: 'subscription_id' }) subscriptionId!: string;
  @PrimaryColumn({ type: 'text' }) scope!: string;
  /** Zone → head when the subscription was made: its condition is first evaluated there. */
  @Column({ type: 'jsonb' }) since!: Readonly<Record<string, number>>;
  /** Once true, the ledger up to the watermark says whether the condition held. */
  @Column({ type: 'boolean', name: 'has_begun' }) hasBegun!: boolean;
}
