import {
  limits,
  pagePasswordSchema,
  plainColumns,
  ServiceError,
  siteColumns,
  specialColumns,
  visibilitySchema,
} from '@haru/contracts';
import { z } from 'zod';
import { canBePath } from '../sites/paths/site-path.js';
import { invalid, timeOf } from './site-conditions.js';

const plainSchema = z.object(plainColumns());
const changesSchema = plainSchema
  .extend({ visibility: visibilitySchema, password: pagePasswordSchema, access_key: z.null() })
  .partial();
const messages: Partial<Record<PropertyKey, string>> = {
  visibility: `visibility must be ${visibilitySchema.options.join(' or ')}`,
  password: `password must have ${limits.passwordMinLength} to ${limits.pagePasswordMaxLength} characters`,
  access_key: 'access_key can only be null, which replaces the key',
};
const writable: ReadonlySet<string> = new Set([...specialColumns, ...Object.keys(plainSchema.shape)]);

/** With `access_key` the page gets another key; `password` comes with the visibility `password`. */
export type ParsedChanges = ReturnType<typeof parseChanges>;

export function parseChanges(given: Record<string, unknown>) {
  const names = Object.keys(given);
  const unknown = names.find((name) => !Object.hasOwn(siteColumns, name));
  if (unknown !== undefined) {
    const message = `Could not find the '${unknown}' column of 'sites' in the schema cache`;
    throw new ServiceError('PGRST204', { message });
  }
  if (names.some((name) => !writable.has(name))) throw new ServiceError('42501');
  const { path } = given;
  if (path !== undefined && (typeof path !== 'string' || !canBePath(path))) throw new ServiceError('PATH_INVALID');
  const parsed = changesSchema.safeParse(given, { error: ({ path: [name = ''] = [] }) => messages[name] });
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message);
  const { visibility, password, access_key, ...plain } = parsed.data;
  if ((visibility === 'password') !== (password !== undefined)) {
    throw invalid('password and the visibility password are written together');
  }
  return {
    ...{ plain, path, visibility, password, access_key },
    expires_at: given['expires_at'] === undefined ? undefined : timeOf(given['expires_at']),
    last_modified: given['last_modified'] === undefined ? undefined : timeOf(given['last_modified']),
  } satisfies Record<'plain' | (typeof specialColumns)[number], unknown>;
}
