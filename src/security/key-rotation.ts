import { Injectable } from '@nestjs/common';
import { SealedSecrets, SecretUnreadable } from './sealed-secrets.js';
import { SEALED_COLUMNS, SealedStore, type SealedColumn, type SealedRow } from './sealed-store.js';

const BATCH = 500;
/** A row that is written anew each time between our look and our write is somebody else's concern. */
const TRIES = 3;

/** What a rotation has found in one column. */
export interface ColumnRotation {
  readonly holds: string;
  /** Brought under the current key just now. */
  rewrapped: number;
  /** Under it already; counted only where all are looked at. */
  current: number;
  readonly unreadable: { readonly id: string; readonly reason: string }[];
}

/**
 * Brings every stored secret under the current key, while the service runs: a secret that is written meanwhile stays as
 * it was written. It can be interrupted at any point: what is done stays done.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly store: SealedStore,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @param which `all` also looks whether those under the current key can be opened with it */
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
      rows = await this.store.page(column, exceptPrefix, after, BATCH);
      for (const row of rows) await this.rotateRow(column, row, rotation);
      after = rows.at(-1)?.id;
    } while (rows.length === BATCH);
    return rotation;
  }

  /** A secret that can't be read holds up no other. */
  private async rotateRow(column: SealedColumn, first: SealedRow, rotation: ColumnRotation): Promise<void> {
    try {
      let row: SealedRow | undefined = first;
      for (let tries = 0; row && tries < TRIES; tries += 1) {
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
