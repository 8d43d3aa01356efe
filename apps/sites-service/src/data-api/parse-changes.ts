import {
  limits,
  pagePasswordSchema,
  ServiceError,
  siteColumns,
  type Visibility,
  visibilitySchema,
  type WritableSiteColumn,
  writableSiteColumns,
} from '@haru/contracts';
import { canBePath } from '../sites/paths/site-path.js';
import { timeOf } from './site-conditions.js';

export interface ParsedChanges {
  path?: string;
  noindex?: boolean;
  expires_at?: Date;
  last_modified?: Date;
  visibility?: Visibility;
  /** The page gets another key. */
  access_key?: null;
  /** It comes with the visibility `password`. */
  password?: string;
}

const writable: ReadonlySet<string> = new Set(writableSiteColumns);

export function parseChanges(given: Record<string, unknown>): ParsedChanges {
  const names = Object.keys(given);
  const unknown = names.find((name) => !Object.hasOwn(siteColumns, name));
  if (unknown !== undefined) {
    throw new ServiceError('PGRST204', {
      message: `Could not find the '${unknown}' column of 'sites' in the schema cache`,
    });
  }
  if (names.some((name) => !writable.has(name))) throw new ServiceError('42501');
  const { path, noindex } = given;
  if (path !== undefined && (typeof path !== 'string' || !canBePath(path))) throw new ServiceError('PATH_INVALID');
  if (noindex !== undefined && typeof noindex !== 'boolean') {
    throw new ServiceError('22P02', { message: 'invalid input syntax for type boolean' });
  }
  const visibility = visibilitySchema.optional().safeParse(given['visibility']);
  if (!visibility.success) {
    throw new ServiceError('22P02', { message: `visibility must be ${visibilitySchema.options.join(' or ')}` });
  }
  const password = pagePasswordSchema.optional().safeParse(given['password']);
  if (!password.success) {
    const { passwordMinLength: min, pagePasswordMaxLength: max } = limits;
    throw new ServiceError('22P02', { message: `password must have ${min} to ${max} characters` });
  }
  if ((visibility.data === 'password') !== (password.data !== undefined)) {
    throw new ServiceError('22P02', { message: 'password and the visibility password are written together' });
  }
  const key = given['access_key'];
  if (key !== undefined && key !== null) {
    throw new ServiceError('22P02', { message: 'access_key can only be null, which replaces the key' });
  }
  return {
    path,
    noindex,
    visibility: visibility.data,
    access_key: key,
    password: password.data,
    expires_at: given['expires_at'] === undefined ? undefined : timeOf(given['expires_at']),
    last_modified: given['last_modified'] === undefined ? undefined : timeOf(given['last_modified']),
  } satisfies Record<WritableSiteColumn, unknown>;
}
