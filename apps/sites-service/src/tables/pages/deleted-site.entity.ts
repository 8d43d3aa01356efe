import { Column, Entity } from 'typeorm';
import { Site } from './site.entity.js';

/** A deleted page, which can be restored: its row of `sites` as it was. A new column of `sites` is added here, too. */
@Entity('deleted_sites')
export class DeletedSite extends Site {
  @Column('timestamptz', { name: 'deleted_at' })
  deletedAt!: Date;
}
