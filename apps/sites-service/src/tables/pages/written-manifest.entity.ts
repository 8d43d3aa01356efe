import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row says what the manifest of a path in storage says. */
@Entity('page_manifests')
export class WrittenManifest {
  @PrimaryColumn('text')
  path!: string;

  /** It is the revision of the latest write, which may be in flight. Postgres's bigint is a string here. */
  @Column('bigint')
  revision!: string;

  /** It is the digest of the shown state with the key; null when no page is shown or nothing was written. */
  @Column('text', { nullable: true })
  written!: string | null;

  /** It was first written then that there is no page. */
  @Column('timestamptz', { name: 'gone_at', nullable: true })
  goneAt!: Date | null;
}
