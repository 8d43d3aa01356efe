import { z } from 'zod';

const providerSchema = z.object({
  /** Clients use this name. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .refine((name) => !['email', 'web3', 'anonymous', 'phone'].includes(name), 'is taken'),
  /** The value equals the `iss` of its tokens exactly; discovery is below it. */
  issuer: z.url({ protocol: /^https?$/ }),
  /** Its tokens must be for one of our client ids there. */
  client_ids: z.array(z.string().min(1)).min(1),
});

/** ID tokens of this OpenID Connect issuer sign people in. */
export type OidcProvider = z.output<typeof providerSchema>;

/** The environment holds JSON: `[{"name":"…","issuer":"https://…","client_ids":["…"]}]`; empty means none. */
export const oidcProvidersSchema = z
  .string()
  .default('[]')
  .transform((text, context) => {
    const parsed = z.array(providerSchema).safeParse(jsonOf(text));
    if (parsed.success && new Set(parsed.data.map(({ name }) => name)).size === parsed.data.length) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: 'is not a JSON array of {name, issuer, client_ids} with unlike names',
    });
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
