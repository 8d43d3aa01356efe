import {
  limits,
  pagePasswordSchema,
  plainColumns,
  ServiceError,
  siteColumns,
  specialColumns,
  type Visibility,
  visibilitySchema,
} from '@haru/contracts';
import { z } from 'zod';
import { canBePath } from '../sites/paths/site-path.js';
import { timeOf } from './site-conditions.js';

const plainSchema = z.object(plainColumns()).partial();
const writable: ReadonlySet<string> = new Set([...specialColumns, ...Object.keys(plainSchema.shape)]);

export interface ParsedChanges {
  plain: z.infer<typeof plainSchema>;
  path?: string;
  expires_at?: Date;
  last_modified?: Date;
  visibility?: Visibility;
  /** The page gets another key. */
  access_key?: null;
  /** It comes with the visibility `password`. */
  password?: string;
}

const { passwordMinLength: min, pagePasswordMaxLength: max } = limits;
const invalid = (message = '') => new ServiceError('22P02', { message });

export function parseChanges(given: Record<string, unknown>): ParsedChanges {
  const names = Object.keys(given);
  const unknown = names.find((name) => !Object.hasOwn(siteColumns, name));
  if (unknown !== undefined) {
    const message = `Could not find the '${unknown}' column of 'sites' in the schema cache`;
    throw new ServiceError('PGRST204', { message });
  }
  if (names.some((name) => !writable.has(name))) throw new ServiceError('42501');
  const { path, access_key: key } = given;
  if (path !== undefined && (typeof path !== 'string' || !canBePath(path))) throw new ServiceError('PATH_INVALID');
  const plain = plainSchema.safeParse(given);
  if (!plain.success) throw invalid(plain.error.issues[0]?.message);
  const visibility = visibilitySchema.optional().safeParse(given['visibility']);
  if (!visibility.success) throw invalid(`visibility must be ${visibilitySchema.options.join(' or ')}`);
  const password = pagePasswordSchema.optional().safeParse(given['password']);
  if (!password.success) throw invalid(`password must have ${min} to ${max} characters`);
  if ((visibility.data === 'password') !== (password.data !== undefined)) {
    throw invalid('password and the visibility password are written together');
  }
  if (key !== undefined && key !== null) throw invalid('access_key can only be null, which replaces the key');
  return {
    plain: plain.data,
    path,
    visibility: visibility.data,
    access_key: key,
    password: password.data,
    expires_at: given['expires_at'] === undefined ? undefined : timeOf(given['expires_at']),
    last_modified: given['last_modified'] === undefined ? undefined : timeOf(given['last_modified']),
  } satisfies Record<'plain' | (typeof specialColumns)[number], unknown>;
}
