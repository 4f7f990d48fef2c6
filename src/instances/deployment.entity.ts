import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that names this deployment. Servers on a platform carry its id. */
@Entity('deployment')
export class DeploymentEntity {
  @PrimaryColumn({ type: 'boolean', insert: false }) single!: boolean;
  @Column({ type: 'uuid', insert: false }) id!: string;
}
