import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Claim } from './mail-request.entity.js';

/** An account has at most one live token per slot. */
export type TokenSlot = 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication';

/** What a token is for, as `type` says it in links and in `/verify`. */
export type TokenKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** A token that was mailed and not yet used. */
@Entity('one_time_tokens')
export class OneTimeToken {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  slot!: TokenSlot;

  @Column('text')
  kind!: TokenKind;

  /** Lower case. */
  @Column('text')
  address!: string;

  @Column('bytea', { name: 'link_hash' })
  linkHash!: Buffer;

  /** The PKCE flow that following the link goes on with. */
  @Column('uuid', { name: 'flow_state_id', nullable: true })
  flowStateId!: string | null;

  /** What the sign-up that was mailed about asked for: all that this token makes good. */
  @Column('jsonb', { nullable: true })
  claim!: Claim | null;

  /** Wrong codes given for it and for those in whose place it came while they were good. */
  @Column('integer', { name: 'code_failures' })
  codeFailures!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
