import { Column, Entity, PrimaryColumn } from 'typeorm';

/** No page may have this content. */
@Entity('banned_contents')
export class BannedContent {
  /** It is the SHA-256 of the UTF-8. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  /** See `similarityOf`. It is null for pages with little text, and for those that could not be read. */
  @Column('text', { nullable: true })
  similarity!: string | null;

  /** It is the version of `similarityOf` that computed it; those of other versions are not compared. */
  @Column('integer', { name: 'similarity_version' })
  similarityVersion!: number;

  /** Computing it again failed this often. */
  @Column('integer', { name: 'similarity_failures', default: 0 })
  similarityFailures!: number;

  /** It is computed again after this time, if its version is outdated. */
  @Column('timestamptz', { name: 'similarity_due_at', default: () => 'now()' })
  similarityDueAt!: Date;

  /** The owners of the pages that it stopped see it. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'banned_at' })
  bannedAt!: Date;
}
