import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the manifest of a path in storage says. */
@Entity('page_manifests')
export class WrittenManifest {
  @PrimaryColumn('text')
  path!: string;

  /** Of the latest write, which may be under way. Postgres's bigint is a string here. */
  @Column('bigint')
  revision!: string;

  /** A digest of the state that it shows, and its key; null when it says that there is no page, or nothing was written. */
  @Column('text', { nullable: true })
  written!: string | null;

  /** When it was first written that there is no page. */
  @Column('timestamptz', { name: 'gone_at', nullable: true })
  goneAt!: Date | null;
}
