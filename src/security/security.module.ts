import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { CallbackGuard } from './callback-guard.js';
import { KeyCheck } from './key-check.js';
import { KeyRotation } from './key-rotation.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SealedStore } from './sealed-store.js';

/** Encryption of secrets, and guards against requests to private networks, for all modules. */
@Module({
  providers: [
    {
      provide: SealedSecrets,
      inject: [Configuration],
      useFactory: ({ credentialKeys }: Configuration) => new SealedSecrets(credentialKeys),
    },
    CallbackGuard,
    KeyCheck,
    KeyRotation,
    SealedStore,
  ],
  exports: [SealedSecrets, CallbackGuard],
})
export class SecurityModule {}
