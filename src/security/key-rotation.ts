import { Injectable } from '@nestjs/common';
import { SealedSecrets, SecretUnreadable } from './sealed-secrets.js';
import { SEALED_COLUMNS, SealedStore, type SealedColumn, type SealedRow } from './sealed-store.js';

const BATCH_SIZE = 500;
/** Maximum attempts per row. A row rewritten between each read and write is rotated by its writers. */
const MAX_TRIES = 3;

/** Result of a rotation in one column. */
export interface ColumnRotation {
  readonly holds: string;
  /** Re-encrypted under the current key. */
  rewrapped: number;
  /** Already under the current key; counted only with `all`. */
  current: number;
  readonly unreadable: { readonly id: string; readonly reason: string }[];
}

/**
 * Re-encrypts every stored secret under the current key while the service runs. A secret written meanwhile stays as
 * written. The rotation can be interrupted at any point and keeps its progress.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly store: SealedStore,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @param which `all` also checks that secrets under the current key can be opened with it */
  async rotate(which: 'all' | 'others'): Promise<ColumnRotation[]> {
    const rotations: ColumnRotation[] = [];
    for (const column of SEALED_COLUMNS) rotations.push(await this.rotateColumn(column, which));
    return rotations;
  }

  private async rotateColumn(column: SealedColumn, which: 'all' | 'others'): Promise<ColumnRotation> {
    const rotation: ColumnRotation = { holds: column.holds, rewrapped: 0, current: 0, unreadable: [] };
    const exceptPrefix = which === 'all' ? undefined : this.secrets.currentPrefix;
    let rows: SealedRow[];
    let after: string | undefined;
    do {
      rows = await this.store.page(column, exceptPrefix, after, BATCH_SIZE);
      for (const row of rows) await this.rotateRow(column, row, rotation);
      after = rows.at(-1)?.id;
    } while (rows.length === BATCH_SIZE);
    return rotation;
  }

  /** An unreadable secret doesn't stop the rotation of the others. */
  private async rotateRow(column: SealedColumn, first: SealedRow, rotation: ColumnRotation): Promise<void> {
    try {
      let row: SealedRow | undefined = first;
      for (let tries = 0; row && tries < MAX_TRIES; tries += 1) {
        const anew = this.secrets.rewrap(row.sealed);
        if (anew === row.sealed) {
          rotation.current += 1;
          return;
        }
        if (await this.store.replace(column, row, anew)) {
          rotation.rewrapped += 1;
          return;
        }
        row = await this.store.find(column, row.id);
      }
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      rotation.unreadable.push({ id: first.id, reason: error.message });
    }
  }
}
