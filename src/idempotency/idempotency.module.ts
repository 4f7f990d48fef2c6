import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecurityModule } from '../security/security.module.js';
import { AnsweredRequests } from './answered-requests.js';
import { AnswersSweep } from './answers-sweep.worker.js';
import { RememberedRequestEntity } from '../database/remembered-request.entity.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RememberedRequestEntity]), SecurityModule],
  providers: [AnsweredRequests, AnswersSweep],
  exports: [AnsweredRequests],
})
export class IdempotencyModule {}
