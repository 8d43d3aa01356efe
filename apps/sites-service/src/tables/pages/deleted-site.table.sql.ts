import type { TableDeclaration } from '@haru/database';
import { SITE_COLUMNS } from './site.table.sql.js';
import { deletePageVersions } from './versions.table.sql.js';

export const deletedSitesTable: TableDeclaration = {
  name: 'deleted_sites',
  // The constraints of `sites` are left out, because a path may be deleted twice.
  sql: `
    CREATE TABLE deleted_sites (${SITE_COLUMNS},
      deleted_at          timestamptz NOT NULL
    );
    CREATE INDEX deleted_sites_owner_idx ON deleted_sites (user_id, deleted_at DESC, id DESC);
    CREATE INDEX deleted_sites_path_idx ON deleted_sites (path);
    CREATE INDEX deleted_sites_created_at_idx ON deleted_sites (created_at DESC, id DESC);
    CREATE INDEX deleted_sites_purge_idx ON deleted_sites (deleted_at);`,
  triggers: [
    {
      name: 'delete_page_versions_on_delete',
      on: 'AFTER DELETE',
      referencing: 'OLD TABLE AS old_rows',
      forEach: 'STATEMENT',
      run: deletePageVersions,
    },
  ],
};
