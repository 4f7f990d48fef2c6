import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Role, KeyScope } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';
import type { ApiKey, KeyHashes } from './api-key.js';

@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) role!: Role;
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  @Column({ type: 'jsonb' }) scopes!: KeyScope[];
  @Column({ type: 'bytea', name: 'secret_hash' }) secretHash!: Buffer;
  @Column({ type: 'bytea', name: 'previous_hash', nullable: true }) previousHash!: Buffer | null;
  @Column(instantColumn('previous_until', true)) previousUntil!: Instant | null;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column({ type: 'text', name: 'created_by' }) createdBy!: string;
  @Column(instantColumn('expires_at')) expiresAt!: Instant;
  @Column(instantColumn('revoked_at', true)) revokedAt!: Instant | null;
  @Column(instantColumn('last_used_at', true)) lastUsedAt!: Instant | null;
  /** By the clock of the database, which all processes share. */
  @Column({ ...instantColumn('changed_at'), insert: false, select: false }) changedAt?: Instant;

  static of({ tenant, scopes, ...key }: ApiKey, secretHash: Buffer): ApiKeyEntity {
    return Object.assign(new ApiKeyEntity(), {
      ...key,
      tenant: tenant ?? null,
      scopes: [...scopes],
      secretHash,
    });
  }

  toKey(): ApiKey {
    const { id, name, role, scopes, createdAt, createdBy, expiresAt } = this;
    return {
      id,
      name,
      role,
      tenant: this.tenant ?? undefined,
      scopes,
      createdAt,
      createdBy,
      expiresAt,
      revokedAt: this.revokedAt ?? undefined,
      lastUsedAt: this.lastUsedAt ?? undefined,
    };
  }

  get hashes(): KeyHashes {
    return {
      current: this.secretHash,
      previous: this.previousHash ?? undefined,
      previousUntil: this.previousUntil ?? undefined,
    };
  }
}
