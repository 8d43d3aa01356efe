import { ServiceError } from '@haru/contracts';
import { z } from 'zod';

/** If a query parameter is given several times, the first counts. */
export const queryText = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional();

/** Every request that leads to a mail may have `redirect_to`. */
export const redirectQuerySchema = z.object({ redirect_to: queryText });
export type RedirectQuery = z.output<typeof redirectQuerySchema>;

interface PkceBody {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}

/** All messages about a mail have these members. */
export function mailParts(body: PkceBody, { redirect_to }: RedirectQuery) {
  return {
    codeChallenge: body.code_challenge ?? undefined,
    codeChallengeMethod: body.code_challenge_method ?? undefined,
    redirectTo: redirect_to || undefined,
  };
}

interface AddressBody {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Returns the address; telephones are not supported. @throws ServiceError phone_provider_disabled, validation_failed */
export function requireEmail({ email, phone }: AddressBody, message: string): string {
  if (email) return email;
  if (phone) throw new ServiceError('phone_provider_disabled');
  throw new ServiceError('validation_failed', { message });
}
