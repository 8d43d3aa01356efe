import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Claim } from './mail-request.entity.js';

/** An account has at most one live token per slot. */
export type TokenSlot = 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication';

/** This is the purpose of a token, as `type` states it in links and in `/verify`. */
export type TokenKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** The token was mailed and is not yet used. */
@Entity('one_time_tokens')
export class OneTimeToken {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  slot!: TokenSlot;

  @Column('text')
  kind!: TokenKind;

  @Column('text')
  address!: string;

  @Column('bytea', { name: 'link_hash' })
  linkHash!: Buffer;

  /** The link continues this PKCE flow. */
  @Column('uuid', { name: 'flow_state_id', nullable: true })
  flowStateId!: string | null;

  /** This is what the mailed sign-up requested; the token applies only that. */
  @Column('jsonb', { nullable: true })
  claim!: Claim | null;

  /** Counts wrong codes given for this token and for the live tokens that it replaced. */
  @Column('integer', { name: 'code_failures' })
  codeFailures!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
