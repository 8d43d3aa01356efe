import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A content that no page may have. */
@Entity('banned_contents')
export class BannedContent {
  /** SHA-256 of the UTF-8. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  /** See `similarityOf`; null for pages with little text, and those that were not there to be read. */
  @Column('text', { nullable: true })
  similarity!: string | null;

  /** Of the way in which it was computed; those of another one are not compared. */
  @Column('integer', { name: 'similarity_version' })
  similarityVersion!: number;

  /** Shown to the owners of pages that it stopped. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'banned_at' })
  bannedAt!: Date;
}
