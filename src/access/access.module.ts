import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessFigures } from './access-figures.js';
import { Authentication } from './authentication.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { AuditRecordEntity } from '../database/audit-record.entity.js';
import { Doorman } from './http/doorman.js';
import { RateLimits } from './http/rate-limits.js';
import { RequestsUnderWay } from './http/requests-under-way.js';
import { ApiKeyEntity } from './keys/api-key.entity.js';
import { BootstrapKey } from './keys/bootstrap-key.js';
import { KeyAuthenticator } from './keys/key-authenticator.js';
import { KeyUses } from './keys/key-uses.js';
import { KeysController } from './keys/keys.controller.js';
import { KeysRepository } from './keys/keys.repository.js';
import { KeysService } from './keys/keys.service.js';
import { KnownKeys } from './keys/known-keys.js';
import { KeystoneAuthenticator } from './keystone/keystone-authenticator.js';
import { OidcAuthenticator } from './oidc/oidc-authenticator.js';
import { OpenWarning } from './open-warning.js';
import { IdentityHttp } from './tokens/identity-http.js';
import { WhoAmIController } from './whoami.controller.js';

/** Authentication, authorization, keys and the audit log. */
@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity, AuditRecordEntity])],
  controllers: [AuditController, KeysController, WhoAmIController],
  providers: [
    AccessFigures,
    AuditLog,
    Authentication,
    BootstrapKey,
    Doorman,
    IdentityHttp,
    KeyAuthenticator,
    KeysRepository,
    KeysService,
    KeyUses,
    KeystoneAuthenticator,
    KnownKeys,
    OidcAuthenticator,
    OpenWarning,
    RateLimits,
    RequestsUnderWay,
  ],
  exports: [AccessFigures, Authentication, Doorman],
})
export class AccessModule {}
