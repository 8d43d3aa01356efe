import { z } from 'zod';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits');

/** A file of a page, as a tree lists it. */
export const treeFileSchema = z.object({
  /** It is relative to the root of the page: `assets/app.js`. */
  path: z.string(),
  /** It is the SHA-256 of the bytes. */
  hash: sha256Schema,
  /** It is a media type without parameters: `text/html`. */
  type: z.string(),
  bytes: z.int().nonnegative(),
  /** It is the path of the file that this page is made from. The page itself was not sent. */
  renderedFrom: z.string().optional(),
});
export type TreeFile = z.infer<typeof treeFileSchema>;

/** A page is one HTML text, or a tree of files. */
export type ContentKind = 'text' | 'tree';
