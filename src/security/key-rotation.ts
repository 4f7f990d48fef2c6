import { Injectable } from '@nestjs/common';
import { keyIdOf, SealedSecrets, SecretUnreadable } from './sealed-secrets.js';
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
  /** Ids of the rows whose unreadable secret was given up. */
  readonly forgotten: string[];
  /** What is left to do for each of those. */
  readonly remedy: string;
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

  /**
   * @param which `all` also checks that secrets under the current key can be opened with it
   * @param lostKey id of the key whose unreadable secrets are given up
   */
  async rotate(which: 'all' | 'others', lostKey?: string): Promise<ColumnRotation[]> {
    const rotations: ColumnRotation[] = [];
    for (const column of SEALED_COLUMNS) rotations.push(await this.rotateColumn(column, which, lostKey));
    return rotations;
  }

  private async rotateColumn(
    column: SealedColumn,
    which: 'all' | 'others',
    lostKey?: string,
  ): Promise<ColumnRotation> {
    const rotation: ColumnRotation = {
      holds: column.holds,
      rewrapped: 0,
      current: 0,
      unreadable: [],
      forgotten: [],
      remedy: column.loss.remedy,
    };
    const exceptPrefix = which === 'all' ? undefined : this.secrets.currentPrefix;
    let rows: SealedRow[];
    let after: string | undefined;
    do {
      rows = await this.store.page(column, exceptPrefix, after, BATCH_SIZE);
      for (const row of rows) await this.rotateRow(column, row, rotation, lostKey);
      after = rows.at(-1)?.id;
    } while (rows.length === BATCH_SIZE);
    return rotation;
  }

  /** An unreadable secret doesn't stop the rotation of the others. */
  private async rotateRow(
    column: SealedColumn,
    first: SealedRow,
    rotation: ColumnRotation,
    lostKey?: string,
  ): Promise<void> {
    let row: SealedRow | undefined = first;
    for (let tries = 0; row && tries < MAX_TRIES; tries += 1) {
      if (await this.settle(column, row, rotation, lostKey)) return;
      row = await this.store.find(column, row.id);
    }
  }

  /** False if the row has another text by now. */
  private async settle(
    column: SealedColumn,
    row: SealedRow,
    rotation: ColumnRotation,
    lostKey?: string,
  ): Promise<boolean> {
    const anew = this.rewrapped(row.sealed);
    if (anew instanceof SecretUnreadable) {
      if (lostKey === undefined || keyIdOf(row.sealed) !== lostKey) {
        rotation.unreadable.push({ id: row.id, reason: anew.message });
        return true;
      }
      const isForgotten = await this.store.forget(column, row, this.secrets);
      if (isForgotten) rotation.forgotten.push(row.id);
      return isForgotten;
    }
    if (anew === row.sealed) {
      rotation.current += 1;
      return true;
    }
    const isReplaced = await this.store.replace(column, row, anew);
    if (isReplaced) rotation.rewrapped += 1;
    return isReplaced;
  }

  private rewrapped(sealed: string): string | SecretUnreadable {
    try {
      return this.secrets.rewrap(sealed);
    } catch (error) {
      if (error instanceof SecretUnreadable) return error;
      throw error;
    }
  }
}
