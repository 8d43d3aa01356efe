import { type PageAddresses, ServiceError, visibilitySchema } from '@haru/contracts';
import { z } from 'zod';
import type { ToolContext } from '../tool.js';

/** A tool finds a page by its path or by its edit key. */
export const namedPage = {
  path: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .describe('The path that the tools answer. Not needed with edit_key.'),
  edit_key: z
    .string()
    .max(100)
    .optional()
    .describe('The key that publish_page answered, for a page without an account.'),
};

/** Returns the edit key among the arguments of a tool. */
export function editKeyOf(input: unknown): string | undefined {
  return z.object({ edit_key: namedPage.edit_key }).parse(input).edit_key;
}

const rowSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  version: z.int(),
  noindex: z.boolean(),
  under_review: z.boolean(),
  visibility: visibilitySchema,
  access_key: z.string().nullable(),
  had_own_origin: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
  expires_at: z.iso.datetime({ offset: true }),
});
export const rowsSchema = z.array(rowSchema);

export const visibilityText =
  'secret: only people with the answered address see it. password: only people who enter the password there.';

export const SELECTED = Object.keys(rowSchema.shape).join(',');

export const pageSchema = rowSchema.omit({ access_key: true, had_own_origin: true }).extend({
  url: z.url().describe('It has the key of a secret page, and asks for the password of a page that has one.'),
});

export function pageOf(
  { access_key: accessKey, had_own_origin: hadOwnOrigin, ...row }: z.output<typeof rowSchema>,
  addresses: PageAddresses,
): z.output<typeof pageSchema> {
  return { ...row, url: addresses.urlOf(row.path, hadOwnOrigin, accessKey, row.visibility) };
}

type NamedPage = z.output<z.ZodObject<typeof namedPage>>;

/** Finds the page that the arguments name, among those that the credential opens. @throws ServiceError SITE_NOT_FOUND, TOKEN_INVALID */
export async function findPage({ path, edit_key: editKey }: NamedPage, { call, addresses, hasAccount }: ToolContext) {
  if (path === undefined && editKey === undefined) {
    throw new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'path', message: 'path or edit_key is needed' }] });
  }
  if (editKey === undefined && !hasAccount) throw new ServiceError('TOKEN_INVALID');
  const query = { select: SELECTED, limit: 1, path: path === undefined ? undefined : `eq.${path}` };
  const [row] = await call(rowsSchema, { method: 'GET', path: '/rest/v1/sites', query });
  if (!row) throw new ServiceError('SITE_NOT_FOUND');
  return pageOf(row, addresses);
}
