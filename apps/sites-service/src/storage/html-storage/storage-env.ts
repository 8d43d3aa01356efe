import { z } from 'zod';

const disk = z
  .object({ HTML_STORAGE_DIR: z.string('where pages are kept: set it to a folder, or S3_ENDPOINT and its keys') })
  .transform((env) => ({ kind: 'disk' as const, directory: env.HTML_STORAGE_DIR }));

const s3 = z
  .object({
    HTML_STORAGE_DIR: z.undefined('set either this or S3_ENDPOINT, not both').optional(),
    /** It may name any server that speaks S3: `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name has 3 to 63 of a-z, 0-9, "-" and "."')
      .default('html-sites'),
    S3_ACCESS_KEY_ID: z.string(),
    S3_SECRET_ACCESS_KEY: z.string(),
  })
  .transform((env) => ({
    kind: 's3' as const,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }));

export const htmlStorageVariables = [...new Set([...Object.keys(disk.in.shape), ...Object.keys(s3.in.shape)])];

export type StorageSettings = z.output<typeof disk> | z.output<typeof s3>;

/** Reads `HTML_STORAGE_DIR` or the `S3_…` variables, whichever there are, and reports every fault in them. */
export const htmlStorageEnv = z.looseObject({}).transform((env, context): { htmlStorage: StorageSettings } => {
  const usesS3 = Object.keys(s3.in.shape).some((name) => name.startsWith('S3_') && name in env);
  const parsed = (usesS3 ? s3 : disk).safeParse(env);
  if (parsed.success) return { htmlStorage: parsed.data };
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});
