import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DeploymentEntity } from './deployment.entity.js';

/** The id of this deployment: all processes on one database are one. */
@Injectable()
export class Deployment {
  private known?: string;

  constructor(
    @InjectRepository(DeploymentEntity) private readonly deployments: Repository<DeploymentEntity>,
  ) {}

  /** Made once, by the migration that created its table. */
  async id(): Promise<string> {
    this.known ??= (await this.deployments.findOneByOrFail({ single: true })).id;
    return this.known;
  }
}
