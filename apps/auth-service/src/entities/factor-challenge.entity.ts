import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code of the factor is accepted for it once. */
@Entity('factor_challenges')
export class FactorChallenge {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'factor_id' })
  factorId!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
