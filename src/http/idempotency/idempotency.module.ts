import { Global, Module } from '@nestjs/common';
import { SecurityModule } from '../../security/security.module.js';
import { AnsweredRequests } from './answered-requests.js';

@Global()
@Module({ imports: [SecurityModule], providers: [AnsweredRequests], exports: [AnsweredRequests] })
export class IdempotencyModule {}
