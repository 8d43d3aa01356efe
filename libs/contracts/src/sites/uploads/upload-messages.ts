import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { sha256Schema } from '../tree.js';

/** A client declares each file like this before it sends the bytes. */
export const declaredFileSchema = z.object({
  path: z.string().max(1_024),
  bytes: z.int().nonnegative(),
  sha256: sha256Schema,
});
export type DeclaredFile = z.infer<typeof declaredFileSchema>;

/** No configuration of the limits allows more. */
export const DECLARED_FILES_MAX = 5_000;

export const uploadMessages = {
  /** Begins an upload of files, or of one archive. Files that are stored already need not be sent. */
  createUpload: defineMessage('sites.createUpload', {
    request: z.object({
      files: z.array(declaredFileSchema).max(DECLARED_FILES_MAX),
      /** It is the length of the archive, if files come in one. */
      archiveBytes: z.int().positive().optional(),
    }),
    reply: z.object({
      id: z.uuid(),
      /** Requests that send the bytes need it. */
      ticket: z.string(),
      missing: z.array(sha256Schema),
      expiresAt: z.iso.datetime(),
    }),
    errors: [
      ...(['TOKEN_INVALID', 'FILE_PATH_INVALID', 'FILE_PATHS_EQUAL', 'FILE_TOO_DEEP', 'FILE_TOO_LARGE'] as const),
      ...(['TOO_MANY_FILES', 'TREE_EMPTY', 'TREE_TOO_LARGE', 'ARCHIVE_TOO_LARGE', 'TOO_MANY_UPLOADS'] as const),
      ...(['STORAGE_QUOTA_EXCEEDED', 'STORAGE_FULL', 'FILE_MISMATCH'] as const),
    ],
  }),
};

/** Publishing an upload may be refused with these, besides what refuses a page. */
export const uploadRefusals = ['UPLOAD_NOT_FOUND', 'UPLOAD_INCOMPLETE', 'ARCHIVE_INVALID'] as const;
