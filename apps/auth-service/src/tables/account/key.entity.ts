import type { Scope } from '@haru/contracts';
import type { KeyKind } from '@haru/service-runtime';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A program calls with this key of an account. Revoking it deletes the row. */
@Entity('api_keys')
export class Key {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: KeyKind;

  /** This is the SHA-256 of the key, so that a copy of the table opens nothing. */
  @Column('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** The owner gave this name to an API key. An edit key has none. */
  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** An edit key is limited to this page of sites-service, and opens nothing while the page is not live. */
  @Column('uuid', { name: 'site_id', nullable: true })
  siteId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** It is written at most once an hour. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  /** The key was last used from this /24 or /48. */
  @Column('text', { name: 'last_used_network', nullable: true })
  lastUsedNetwork!: string | null;

  /** An API key begins with this text, by which its owner recognizes it. An edit key has none. */
  @Column('text', { nullable: true })
  prefix!: string | null;
}
