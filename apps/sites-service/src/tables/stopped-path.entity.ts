import type { Visibility } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stopped page was deleted: its path stays stopped, and no account can take it. */
@Entity('stopped_paths')
export class StoppedPath {
  @PrimaryColumn('text')
  path!: string;

  @Column('uuid', { unique: true })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text', { default: 'public' })
  visibility!: Visibility;

  @Column('boolean')
  noindex!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'stopped_at' })
  stoppedAt!: Date;

  @Column('text', { name: 'stopped_reason' })
  stoppedReason!: string;

  @Column('text', { name: 'stopped_source' })
  stoppedSource!: string;
}
