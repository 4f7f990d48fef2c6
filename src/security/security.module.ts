import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { SealedSecrets } from './sealed-secrets.js';

/** What keeps secrets unread and requests out of private networks, for whichever module needs it. */
@Module({
  providers: [
    {
      provide: SealedSecrets,
      inject: [Configuration],
      useFactory: ({ credentialKeys }: Configuration) => new SealedSecrets(credentialKeys),
    },
  ],
  exports: [SealedSecrets],
})
export class SecurityModule {}
