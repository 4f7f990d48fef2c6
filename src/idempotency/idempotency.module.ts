import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecurityModule } from '../security/security.module.js';
import { AnsweredRequests } from './answered-requests.js';
import { RememberedRequestEntity } from '../database/remembered-request.entity.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RememberedRequestEntity]), SecurityModule],
  providers: [AnsweredRequests],
  exports: [AnsweredRequests],
})
export class IdempotencyModule {}
