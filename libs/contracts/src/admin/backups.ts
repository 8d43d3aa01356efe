import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { defineRoute } from '../wire/define-route.js';

const runSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['backup', 'verify']),
  /** It is the backup's name, which begins with its time; null while it is not known. */
  backup: z.string().nullable(),
  requested_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  done_bytes: z.number(),
  total_bytes: z.number(),
  /** It says why the run failed. */
  error: z.string().nullable(),
});
export type BackupRun = z.output<typeof runSchema>;

const requestSchema = z.object({
  kind: runSchema.shape.kind,
  /** This backup is verified; the newest one if it is left out. */
  backup: z
    .string()
    .regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/)
    .optional(),
});

/** Admins request backups, and the program of `npm start` takes them. */
export const backupMessages = {
  listBackupRuns: defineMessage('sites.listBackupRuns', {
    reply: z.object({ runs: z.array(runSchema) }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Returns the waiting run of the same kind if there is one. */
  requestBackup: defineMessage('sites.requestBackup', {
    request: requestSchema,
    reply: z.object({ run: runSchema }),
    errors: ['FORBIDDEN_ROLE'],
  }),
};

export const backupRoutes = {
  listBackupRuns: defineRoute('GET /admin/v1/backups', 'admin', {
    answer: z.object({ success: z.literal(true), runs: z.array(runSchema) }),
  }),
  requestBackup: defineRoute('POST /admin/v1/backups', 'admin', {
    body: requestSchema,
    answer: z.object({ success: z.literal(true), run: runSchema }),
  }),
};
