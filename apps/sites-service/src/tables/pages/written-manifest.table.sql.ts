import type { TableDeclaration } from '@haru/database';

export const pageManifestsTable: TableDeclaration = {
  name: 'page_manifests',
  // All paths share one sequence, so that a path whose row was purged never gets an old revision again. There is no
  // reference to a site, because a path outlives its page, and storage is written outside of any transaction.
  sql: `
    CREATE TABLE page_manifests (
      path     text COLLATE "C" PRIMARY KEY,
      -- It is that of the latest write, which may be in flight.
      revision bigint NOT NULL,
      -- It is the digest of the shown state with the key; null when no page is shown or nothing was written.
      written  text,
      -- It was first written then that there is no page.
      gone_at  timestamptz
    ) WITH (fillfactor = 80);
    CREATE SEQUENCE page_manifest_revisions OWNED BY page_manifests.revision;`,
};
