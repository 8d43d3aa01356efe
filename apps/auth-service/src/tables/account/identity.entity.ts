import { Column, Entity, type ObjectLiteral, PrimaryColumn } from 'typeorm';

/** An identity is a way to sign in: by e-mail, or with an identity at a provider. */
@Entity('identities')
export class Identity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The value is `email`, `web3`, or the name of a configured OIDC provider. */
  @Column('text')
  provider!: string;

  /** This is the person's id at the provider; for e-mail it is the account's id. */
  @Column('text', { name: 'provider_id' })
  providerId!: string;

  @Column('jsonb', { name: 'identity_data' })
  identityData!: ObjectLiteral;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
