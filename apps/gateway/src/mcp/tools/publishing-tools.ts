import { hash } from 'node:crypto';
import {
  checkPageAnswerSchema,
  createSiteAnswerSchema,
  createUploadAnswerSchema,
  limits,
  pageCheckSchema,
  pageSettingsSchema,
  publishedByProgramAnswerSchema,
  readingStepsSchema,
  TICKET_HEADER,
  updateSiteAnswerSchema,
  versionNumberSchema,
  versionTag,
} from '@haru/contracts';
import { z } from 'zod';
import { changing, defineTool, readOnly, type ToolContext } from '../tool.js';
import { inEnglish } from '../tool-errors.js';
import { pageIn } from '../../sites/page-in-text.js';
import { bodyOf, contentSchema, filesSchema, formatSchema } from './content.js';
import { findPage, namedPage, rowsSchema, SELECTED, visibilityText } from './page.js';

const findingSchema = pageCheckSchema.shape.findings.element.extend({ text: z.string() });

export const checkPage = defineTool({
  name: 'check_page',
  title: 'Check a page',
  description:
    'Checks a page as publish_page does, and publishes nothing. The result is passed, notice (visitors first see that the page is being checked) or refused; findings says why, secrets lists texts that look like keys, both with lines.',
  scopes: ['publish'],
  annotations: readOnly,
  input: z.object({ content: z.string().describe('As for publish_page.'), format: formatSchema }),
  output: pageCheckSchema.extend({ findings: z.array(findingSchema) }),
  async run({ content, format: given }, { call }) {
    const { text, format } = pageIn(content, given);
    const json = { html_content: text, format };
    const { check } = await call(checkPageAnswerSchema, { method: 'POST', path: '/functions/v1/check-page', json });
    return { ...check, findings: check.findings.map(inEnglish) };
  },
});

const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(limits.idempotencyKeyMaxLength)
  .optional()
  .describe('Left out with an account, the same call within a day publishes once. Another value publishes again.');

const leftOutSchema = z.array(z.string()).optional();

const uploadIdSchema = z.uuid().optional().describe('From prepare_upload, instead of content.');

const { title, noindex, visibility, password } = pageSettingsSchema.shape;

const publishInput = pageSettingsSchema.extend({
  content: contentSchema.optional(),
  files: filesSchema,
  format: formatSchema,
  upload_id: uploadIdSchema,
  path: z.string().optional().describe('The last part of the address: 3 to 20 of a-z, 0-9 and -. Needs an account.'),
  title: title.describe('Left out, the title of the document counts.'),
  noindex: noindex.describe('Search engines do not list the page. May need an account.'),
  visibility: visibility.describe(visibilityText),
  password: password.describe('Needed for the visibility password.'),
  idempotency_key: idempotencyKeySchema,
});

export const publishPage = defineTool({
  name: 'publish_page',
  title: 'Publish a page',
  description:
    'Publishes HTML or Markdown as a web page. It becomes PUBLIC immediately, to anyone who has its address: ask the person first, and put no passwords, keys or private data into it. Answers the address. site.secrets lists texts that look like keys, with lines: tell the person. Without an account the page ends after 10 days, and the answer has edit_key, which changes this page alone: keep it for the other tools, and give the person agent_url as a secret.',
  scopes: ['publish'],
  annotations: changing,
  input: publishInput,
  output: publishedByProgramAnswerSchema
    .omit({ success: true })
    .extend({ version: versionNumberSchema, left_out: leftOutSchema }),
  async run(
    { content, files, format: named, upload_id, path, idempotency_key: given, password, ...settings },
    context,
  ) {
    if (upload_id !== undefined) {
      const repeated = { upload_id, custom_path: path, ...settings };
      const headers = { 'idempotency-key': given ?? keyOf(repeated) };
      const json = { ...repeated, password };
      const call = { method: 'POST', path: '/functions/v1/create-site', headers, json } as const;
      const { site } = await context.call(createSiteAnswerSchema, call);
      return { site, version: 1 };
    }
    const { page, format, left_out, steps } = await bodyOf({ content, files, format: named }, context.limits);
    const query = { path, format, ...settings };
    const publish = async (key: string | undefined) => {
      const headers = { 'idempotency-key': key, 'page-password': encoded(password) };
      const call = { method: 'POST', path: '/', query, headers, page } as const;
      const { success: _success, ...published } = await context.call(publishedByProgramAnswerSchema, call);
      return { ...published, version: 1, left_out, steps };
    };
    // Without an account a key is a secret: a repeat from the same address gets an edit key of the page. The content is
    // public, so a key of it is none.
    if (given !== undefined || !context.hasAccount) return publish(given);
    let key = keyOf(files ?? page, query);
    for (;;) {
      const published = await publish(key);
      if (!context.canRead || (await isLive(published.site.id, context))) return published;
      // The same content was published before and then deleted: it is published again.
      key = keyOf(key, published.site.id);
    }
  },
});

export const updatePage = defineTool({
  name: 'update_page',
  title: 'Replace the content of a page',
  description:
    'Replaces the content of a page, which becomes PUBLIC immediately, unless its visibility is another. Settings that are left out stay, but the title follows the content. base_version is the version that was read and edited. If somebody has changed the page since, nothing is replaced, and the error VERSION_CONFLICT names both versions. restore_version brings old content back.',
  scopes: ['read', 'edit'],
  annotations: changing,
  input: z.object({
    ...namedPage,
    content: z.string().optional().describe('As for publish_page.'),
    files: filesSchema,
    format: formatSchema,
    upload_id: uploadIdSchema,
    base_version: versionNumberSchema,
    ...pageSettingsSchema.shape,
  }),
  output: updateSiteAnswerSchema.omit({ success: true }).extend({ left_out: leftOutSchema, steps: readingStepsSchema }),
  async run(
    { path: named, edit_key, content, files, format: given, upload_id, base_version: base, password, ...settings },
    context,
  ) {
    const { id, path } = await findPage({ path: named, edit_key }, context);
    if (upload_id !== undefined) {
      const repeated = { id, upload_id, base_version: base, ...settings };
      const headers = { 'idempotency-key': keyOf(repeated) };
      const json = { ...repeated, password };
      const call = { method: 'POST', path: '/functions/v1/update-site', headers, json } as const;
      const { site } = await context.call(updateSiteAnswerSchema, call);
      return { site };
    }
    const { page, format, left_out, steps } = await bodyOf({ content, files, format: given }, context.limits);
    const query = { format, ...settings };
    const key = keyOf(path, base, files ?? page, query);
    const headers = { 'if-match': versionTag(base), 'idempotency-key': key, 'page-password': encoded(password) };
    const call = {
      method: 'PUT',
      path: `/functions/v1/pages/${path}/source`,
      query,
      headers,
      page,
    } as const;
    const { site } = await context.call(updateSiteAnswerSchema, call);
    return { site, left_out, steps };
  },
});

export const prepareUpload = defineTool({
  name: 'prepare_upload',
  title: 'Prepare an upload',
  description:
    'For a folder with pictures, or a page that is too large for a tool call: answers a line for curl that sends a ZIP archive with index.html. Run it, wait some seconds, then call publish_page or update_page with upload_id, again if the error is UPLOAD_INCOMPLETE. The page is not public before that. The ticket is a secret for a day.',
  scopes: ['publish'],
  needsAccount: true,
  annotations: { ...changing, idempotentHint: false, openWorldHint: false },
  input: z.object({ archive_bytes: z.int().positive().describe('The exact size of the archive.') }),
  output: createUploadAnswerSchema
    .pick({ upload_id: true, ticket: true, expires_at: true })
    .extend({ url: z.url(), curl: z.string() }),
  async run({ archive_bytes: bytes }, { call, addresses }) {
    const json = { archive: { bytes } };
    const route = { method: 'POST', path: '/functions/v1/create-upload', json } as const;
    const { upload_id, ticket, expires_at } = await call(createUploadAnswerSchema, route);
    const url = `${addresses.appOrigin}/functions/v1/archives`;
    const curl = `curl -T site.zip -H '${TICKET_HEADER}: ${ticket}' '${url}'`;
    return { upload_id, ticket, expires_at, url, curl };
  },
});

async function isLive(id: string, { call }: ToolContext): Promise<boolean> {
  const query = { select: SELECTED, id: `eq.${id}` };
  return (await call(rowsSchema, { method: 'GET', path: '/rest/v1/sites', query })).length > 0;
}

/** The value of a header is ASCII. */
const encoded = (password: string | undefined) => (password === undefined ? undefined : encodeURIComponent(password));

/** A repeated call has the same key. */
function keyOf(...parts: unknown[]): string {
  return `mcp-${hash('sha256', JSON.stringify(parts), 'hex')}`;
}
