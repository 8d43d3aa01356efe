import type { PublishedSite, UpdatedSite } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account created or updated this site with an idempotency key. A repeat gets the same answer. */
@Entity('idempotent_creates')
export class IdempotentCreate {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  /** It is the SHA-256 of the request: another request with the key is refused. */
  @Column('text', { name: 'content_hash' })
  contentHash!: string;

  @Column('uuid', { name: 'site_id' })
  siteId!: string;

  @Column('json')
  answer!: PublishedSite | UpdatedSite;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
