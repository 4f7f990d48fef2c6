import { Global, Module } from '@nestjs/common';
import { AnsweredRequests } from './answered-requests.js';

@Global()
@Module({ providers: [AnsweredRequests], exports: [AnsweredRequests] })
export class IdempotencyModule {}
