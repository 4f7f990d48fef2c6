import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SealedSecrets } from '../security/sealed-secrets.js';
import type { ProviderEntity } from './provider.entity.js';
import { ProvidersRepository } from './providers.repository.js';

const BATCH = 100;

/**
 * Brings every stored password under the current key when the service starts, so that an old key can be taken out of
 * the configuration after that. It can be interrupted at any point: what is done stays done.
 */
@Injectable()
export class CredentialRotation implements OnApplicationBootstrap {
  private readonly logger = new Logger(CredentialRotation.name);

  constructor(
    private readonly providers: ProvidersRepository,
    private readonly credentials: SealedSecrets,
  ) {}

  /** The older keys still open what is left, so a database that isn't ready yet is no reason not to start. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      const count = await this.rotate();
      if (count > 0) this.logger.log(`${count} passwords were brought under the current credential key`);
    } catch (error) {
      this.logger.warn(`passwords are brought under the current key at the next start: ${String(error)}`);
    }
  }

  /** Resolves with the number of passwords that were brought under the current key. */
  async rotate(): Promise<number> {
    let count = 0;
    let after: string | undefined;
    for (;;) {
      const rows = await this.providers.sealedOtherwise(this.credentials.currentPrefix, after, BATCH);
      for (const row of rows) if (await this.rewrap(row)) count += 1;
      after = rows.at(-1)?.id;
      if (rows.length < BATCH) return count;
    }
  }

  /** A password that can't be read holds up nobody but its own provider. */
  private async rewrap(row: ProviderEntity): Promise<boolean> {
    try {
      await this.providers.settle(row, { sealedPassword: this.credentials.rewrap(row.sealedPassword) });
      return true;
    } catch (error) {
      this.logger.error(
        `the password of provider ${row.id} can't be brought under the current key: ${String(error)}`,
      );
      return false;
    }
  }
}
