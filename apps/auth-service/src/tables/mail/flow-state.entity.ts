import { Column, Entity, PrimaryColumn } from 'typeorm';

export type CodeChallengeMethod = 's256' | 'plain';

/** A PKCE flow holds the client's challenge and the code that it exchanges after the mail's link was opened. */
@Entity('flow_states')
export class FlowState {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The session's `amr` gets this value: `email/signup`, `recovery`, `magiclink`, `email_change`, `invite`. */
  @Column('text')
  method!: string;

  @Column('text', { name: 'code_challenge' })
  codeChallenge!: string;

  @Column('text', { name: 'code_challenge_method' })
  codeChallengeMethod!: CodeChallengeMethod;

  @Column('bytea', { name: 'auth_code_hash', nullable: true })
  authCodeHash!: Buffer | null;

  @Column('timestamptz', { name: 'code_issued_at', nullable: true })
  codeIssuedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
