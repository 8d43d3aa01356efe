import { ServiceError } from '@haru/contracts';
import { z } from 'zod';

/** A query parameter given once; given several times the first counts. */
export const queryText = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional();

/** `redirect_to` goes with every request that leads to a mail. */
export const redirectQuerySchema = z.object({ redirect_to: queryText });
export type RedirectQuery = z.output<typeof redirectQuerySchema>;

interface PkceBody {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}

/** What of a request about a mail is the same everywhere, as the messages have it. */
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

/** The address; telephones are not served. @throws ServiceError phone_provider_disabled, validation_failed */
export function requireEmail({ email, phone }: AddressBody, message: string): string {
  if (email) return email;
  if (phone) throw new ServiceError('phone_provider_disabled');
  throw new ServiceError('validation_failed', { message });
}
