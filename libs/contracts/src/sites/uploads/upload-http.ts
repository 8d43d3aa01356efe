import { z } from 'zod';
import { sessionAnswerSchema } from '../../auth/auth-http.js';
import { sha256Schema } from '../tree.js';
import { DECLARED_FILES_MAX, declaredFileSchema } from './upload-messages.js';

/** This header of a request has the ticket of its upload. */
export const TICKET_HEADER = 'x-haru-ticket';

/** Below this address are the bytes of a file: `{ticket}/{name}`. */
export const FILES_PATH = '/functions/v1/uploads/files/';

/** `POST /functions/v1/create-upload` has the files of a page, or the length that one archive has at most. */
export const createUploadBodySchema = z
  .object({
    files: z.array(declaredFileSchema).min(1).max(DECLARED_FILES_MAX).optional(),
    archive: z.object({ bytes: z.int().positive() }).nullish(),
  })
  .refine(({ files, archive }) => (files !== undefined) !== Boolean(archive), 'must have either files or archive');
export type CreateUploadBody = z.input<typeof createUploadBodySchema>;

export const createUploadAnswerSchema = z.object({
  success: z.literal(true),
  upload_id: z.uuid(),
  /** Requests with bytes carry it in `X-Haru-Ticket`. */
  ticket: z.string(),
  /** Only these files need to be sent, each with `PUT /functions/v1/uploads/{upload_id}/{sha256}`. */
  missing: z.array(sha256Schema),
  expires_at: z.iso.datetime(),
  /** It is present if the call had no account and one was made for it. */
  session: sessionAnswerSchema.optional(),
});
export type CreateUploadAnswer = z.infer<typeof createUploadAnswerSchema>;

/** The report says what unpacking an archive did with its entries. */
export const unpackReportSchema = z.object({
  taken: z.int(),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  left_out: z.array(z.string()),
  /** It is present if the archive was refused. */
  error: z.object({ code: z.string(), error: z.string(), entry: z.string().optional() }).optional(),
});
export type UnpackReport = z.infer<typeof unpackReportSchema>;

/**
 * `GET /functions/v1/uploads/{id}`. Bytes are still missing while the state is `receiving`. An archive is `unpacking`
 * after that. An upload that is `ready` can be published.
 */
export const uploadAnswerSchema = z.object({
  success: z.literal(true),
  upload: z.object({
    id: z.uuid(),
    state: z.enum(['receiving', 'unpacking', 'ready', 'failed']),
    expires_at: z.iso.datetime(),
    files: z.array(declaredFileSchema),
    missing: z.array(sha256Schema),
    report: unpackReportSchema.optional(),
    /**
     * The app's own frame shows the files here for `limits.fileTicketMinutes`. It is absent until the upload is ready,
     * and where pages have no origins of their own.
     */
    preview_url: z.url().optional(),
  }),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;
