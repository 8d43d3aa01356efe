import type { SubmissionOutcome } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A submission has an idempotency key. Its answer is stored, so that a repeat gets the same one. */
@Entity('idempotent_submissions')
export class IdempotentSubmission {
  @PrimaryColumn('text')
  sender!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text', { name: 'content_hash' })
  contentHash!: string;

  @Column('json', { nullable: true })
  answer!: SubmissionOutcome | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** An account, device or network liked on this day of Japan. */
@Entity('like_keys')
export class LikeKey {
  @PrimaryColumn('date')
  day!: string;

  /** This is the SHA-256 of the liker's key. */
  @PrimaryColumn('bytea')
  key!: Buffer;
}

/** One row counts all likes. */
@Entity('like_total')
export class LikeTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: boolean;

  /** The column is a bigint, which the driver reads as text. */
  @Column('bigint')
  total!: string;
}
