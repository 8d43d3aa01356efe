import type { TableDeclaration, TriggerFunction } from '@haru/database';
import { onEachChange } from '../on-each-change.js';
import { countStoredBytes } from '../totals.table.sql.js';

/** Records the contents of deleted versions, which may have been their last. */
const releaseContents: TriggerFunction = {
  name: 'release_contents',
  body: `
    BEGIN
      INSERT INTO released_contents (hash) SELECT DISTINCT content_hash FROM old_rows;
      RETURN NULL;
    END`,
};

/** Deletes the versions of sites that are in neither table. A kept or restored page is in the other one. */
export const deletePageVersions: TriggerFunction = {
  name: 'delete_page_versions',
  body: `
    BEGIN
      DELETE FROM page_versions USING old_rows WHERE page_versions.site_id = old_rows.id
        AND NOT EXISTS (SELECT FROM sites WHERE sites.id = old_rows.id)
        AND NOT EXISTS (SELECT FROM deleted_sites WHERE deleted_sites.id = old_rows.id);
      RETURN NULL;
    END`,
};

export const contentsTable: TableDeclaration = {
  name: 'contents',
  // Compressing pages would be half of Postgres's time for a publish of 20 KB and more.
  sql: `
    CREATE TABLE contents (
      hash    bytea PRIMARY KEY,
      html    text STORAGE EXTERNAL NOT NULL,
      used_at timestamptz NOT NULL,
      format  text,
      rendered text STORAGE EXTERNAL,
      needs_highlight boolean NOT NULL DEFAULT false,
      CONSTRAINT contents_rendered_check CHECK (octet_length(rendered) <= 1048576),
      CONSTRAINT contents_html_check CHECK (octet_length(html) <= 1048576)
    );
    CREATE INDEX contents_needs_highlight_idx ON contents (used_at) WHERE needs_highlight;`,
};

export const releasedContentsTable: TableDeclaration = {
  name: 'released_contents',
  sql: `
    CREATE TABLE released_contents (
      hash        bytea NOT NULL,
      released_at timestamptz NOT NULL DEFAULT now()
    );`,
};

export const pageVersionsTable: TableDeclaration = {
  name: 'page_versions',
  // Each foreign key would cost every publish a lookup and a lock.
  sql: `
    CREATE TABLE page_versions (
      site_id      uuid NOT NULL,
      number       integer NOT NULL,
      content_hash bytea NOT NULL,
      title        text NOT NULL,
      bytes        integer NOT NULL,
      source       text NOT NULL,
      label        text,
      created_at   timestamptz NOT NULL,
      account_id   uuid NOT NULL,
      check_result jsonb,
      key_name     text,
      PRIMARY KEY (site_id, number)
    );
    CREATE INDEX page_versions_content_idx ON page_versions (content_hash);
    -- First versions are found by the time of their site.
    CREATE INDEX page_versions_updated_idx ON page_versions (created_at, site_id) WHERE number > 1;
    -- Unfinished checks of published pages are found by this index.
    CREATE INDEX page_versions_unfinished_idx ON page_versions (site_id, number)
      WHERE (check_result->>'unfinished')::integer < 2;`,
  triggers: [
    ...onEachChange('count_stored_bytes', countStoredBytes),
    {
      name: 'release_contents_on_delete',
      on: 'AFTER DELETE',
      referencing: 'OLD TABLE AS old_rows',
      forEach: 'STATEMENT',
      run: releaseContents,
    },
  ],
};
