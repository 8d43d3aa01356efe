import { Column, Entity } from 'typeorm';
import { Site } from './site.entity.js';

/** A deleted page can be restored from this copy of its row. A new column of `sites` is added here, too. */
@Entity('deleted_sites')
export class DeletedSite extends Site {
  @Column('timestamptz', { name: 'deleted_at' })
  deletedAt!: Date;
}
