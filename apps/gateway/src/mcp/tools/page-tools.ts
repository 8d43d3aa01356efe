import {
  archiveAddressSchema,
  deletedSourceAnswerSchema,
  ownSiteSchema,
  pageFormatSchema,
  pagePasswordSchema,
  restoreSiteAnswerSchema,
  ServiceError,
  siteVersionAnswerSchema,
  siteVersionsAnswerSchema,
  updateSiteAnswerSchema,
  versionNumberSchema,
  versionTag,
  visibilitySchema,
} from '@haru/contracts';
import { z } from 'zod';
import { changing, defineTool, destructive, readOnly } from '../tool.js';
import { findPage, namedPage, pageOf, pageSchema, rowsSchema, SELECTED, visibilityText } from './page.js';

const sites = '/rest/v1/sites';

export const getPage = defineTool({
  name: 'get_page',
  title: 'Read a page',
  description:
    'Reads the content of an own page, or of one of its old versions. Use page.version as base_version of update_page.',
  scopes: ['read'],
  annotations: readOnly,
  input: z.object({ ...namedPage, version: versionNumberSchema.optional().describe('Left out, the present one.') }),
  output: z.object({
    page: pageSchema,
    version: versionNumberSchema,
    content: z.string(),
    format: pageFormatSchema,
    files: z.array(z.string()).optional().describe('The paths of several files, instead of content.'),
    files_zip: z.url().optional().describe('Their ZIP archive; a secret for ten minutes.'),
  }),
  async run({ version: asked, ...named }, context) {
    const page = await findPage(named, context);
    const query = { id: page.id, version: asked ?? page.version };
    const path = '/functions/v1/site-version';
    const { site } = await context.call(siteVersionAnswerSchema, { method: 'GET', path, query });
    const { html_content: content, format = 'html', files } = site;
    const read = { page, version: site.version, content, format };
    if (!files) return read;
    const call = { method: 'GET', path: '/functions/v1/site-archive', query } as const;
    const { archive } = await context.call(archiveAddressSchema, call);
    return { ...read, files: files.map(({ path: name }) => name), files_zip: archive.url };
  },
});

export const listPages = defineTool({
  name: 'list_pages',
  title: 'List the pages',
  description: 'Lists the live pages of the account, the newest first.',
  scopes: ['read'],
  needsAccount: true,
  annotations: readOnly,
  input: z.object({ limit: z.int().min(1).max(100).default(20), offset: z.int().min(0).max(1_000_000).default(0) }),
  output: z.object({ pages: z.array(pageSchema) }),
  async run({ limit, offset }, { call, addresses }) {
    const query = { select: SELECTED, order: 'created_at.desc', limit, offset };
    const rows = await call(rowsSchema, { method: 'GET', path: sites, query });
    return { pages: rows.map((row) => pageOf(row, addresses)) };
  },
});

export const listVersions = defineTool({
  name: 'list_versions',
  title: 'List the versions of a page',
  description: 'Lists the versions of an own page, the newest first: when, from what kind of client, how large.',
  scopes: ['read'],
  annotations: readOnly,
  input: z.object({
    ...namedPage,
    after: versionNumberSchema.optional().describe('next of the answer before, for more'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: siteVersionsAnswerSchema.omit({ success: true }).extend({ next: versionNumberSchema.nullable() }),
  async run({ after, limit, ...named }, context) {
    const { id } = await findPage(named, context);
    const call = { method: 'GET', path: '/functions/v1/site-versions', query: { id, after, limit } } as const;
    const { versions, next } = await context.call(siteVersionsAnswerSchema, call);
    return { versions, next: next === null ? null : Number(next) };
  },
});

export const restoreVersion = defineTool({
  name: 'restore_version',
  title: 'Bring old content back',
  description:
    'With version: makes the content of that old version the current one, as a new version, which becomes PUBLIC immediately. With id alone: shows a page again that delete_page has deleted, or that has expired.',
  scopes: ['read', 'edit'],
  annotations: changing,
  input: z.object({
    ...namedPage,
    version: versionNumberSchema.optional(),
    base_version: versionNumberSchema
      .optional()
      .describe('If given, and the page has another version by now, nothing changes.'),
    id: z.uuid().optional().describe('The id of a deleted or expired page.'),
  }),
  output: z.object({ site: ownSiteSchema.extend({ version: versionNumberSchema.optional() }) }),
  async run({ version, base_version: base, id: ended, ...named }, context) {
    if (version === undefined) {
      if (ended === undefined) {
        throw new ServiceError('VALIDATION_FAILED', {
          faults: [{ field: 'version', message: 'version or id is needed' }],
        });
      }
      const call = { method: 'POST', path: '/functions/v1/restore-site', json: { id: ended } } as const;
      const { site } = await context.call(restoreSiteAnswerSchema, call);
      return { site };
    }
    const { id } = await findPage(named, context);
    const json = { id, version, base_version: base };
    const call = { method: 'POST', path: '/functions/v1/restore-version', json } as const;
    const { site } = await context.call(updateSiteAnswerSchema, call);
    return { site };
  },
});

export const setPage = defineTool({
  name: 'set_page',
  title: 'Change the settings of a page',
  description:
    'Changes the path, whether search engines may list the page, when it ends, or who sees it. A new path is a new address: the old one stops working. Most of it needs an account.',
  scopes: ['read', 'edit'],
  annotations: destructive,
  input: z.object({
    ...namedPage,
    new_path: z.string().optional().describe('3 to 20 of a-z, 0-9 and -'),
    noindex: z.boolean().optional(),
    expires_at: z.iso.datetime({ offset: true }).optional(),
    visibility: visibilitySchema.optional().describe(visibilityText),
    password: pagePasswordSchema
      .optional()
      .describe('Given with the visibility password. Who has entered the former password must enter this one.'),
    renew_link: z.literal(true).optional().describe('Gives a secret page another address; the old one stops working.'),
  }),
  output: z.object({ page: pageSchema }),
  async run({ new_path: path, noindex, expires_at, visibility, password, renew_link: renews, ...named }, context) {
    const { id } = await findPage(named, context);
    const [row] = await context.call(rowsSchema, {
      method: 'PATCH',
      path: sites,
      query: { id: `eq.${id}`, select: SELECTED },
      headers: { prefer: 'return=representation' },
      json: { path, noindex, expires_at, visibility, password, access_key: renews ? null : undefined },
    });
    if (!row) throw new ServiceError('SITE_NOT_FOUND');
    return { page: pageOf(row, context.addresses) };
  },
});

export const deletePage = defineTool({
  name: 'delete_page',
  title: 'Delete a page',
  description:
    'Deletes an own page of an account: its address stops working. For seven days restore_version with the id that is answered under undo shows it again. Ask the person first.',
  scopes: ['delete'],
  needsAccount: true,
  annotations: destructive,
  input: z.object({ path: namedPage.path.unwrap(), base_version: versionNumberSchema.optional() }),
  output: z.object({
    site: deletedSourceAnswerSchema.shape.site,
    undo: z.object({ tool: z.literal('restore_version'), arguments: z.object({ id: z.uuid() }) }),
  }),
  async run({ path, base_version: base }, { call }) {
    const headers = { 'if-match': base === undefined ? undefined : versionTag(base) };
    const route = { method: 'DELETE', path: `/functions/v1/pages/${path}/source`, headers } as const;
    const { site } = await call(deletedSourceAnswerSchema, route);
    return { site, undo: { tool: 'restore_version' as const, arguments: { id: site.id } } };
  },
});
