import type { SubmissionOutcome } from '@haru/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A submission with an idempotency key. Its answer is kept, so that a repeat gets the same one. */
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

/** An account, device or network that liked on a day of Japan. */
@Entity('like_keys')
export class LikeKey {
  @PrimaryColumn('date')
  day!: string;

  /** SHA-256 of the liker's key. */
  @PrimaryColumn('bytea')
  key!: Buffer;
}

/** All likes ever counted, in one row. */
@Entity('like_total')
export class LikeTotal {
  @PrimaryColumn('boolean', { name: 'only_row', default: true })
  onlyRow!: boolean;

  /** A bigint, which the driver reads as text. */
  @Column('bigint')
  total!: string;
}
