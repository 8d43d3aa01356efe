import {
  type RequestContext,
  type RequestOf,
  ServiceError,
  type SessionAnswer,
  type thirdPartyMessages,
} from '@haru/contracts';
import type { JWTPayload } from 'jose';
import { DataSource } from 'typeorm';
import { emailOrUndefined } from '../input/email-address.js';
import { userMetadataFault } from '../input/user-metadata.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { accountOfPerson, type ExternalPerson } from './external-account.js';
import { IdTokenVerifier } from './id-token.js';
import { LinkPerson, type ProvenPerson } from './link-person.js';
import { useOnce, refusedProof } from './used-proofs.js';
import type { ServiceEnv } from '../config.js';
import { Setting } from '../settings.js';
import { signInSession } from '../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';

type Payload = RequestOf<(typeof thirdPartyMessages)['signInWithIdToken']>;

/** An account shows these claims of its owner. */
const shownClaims = [
  'name',
  'full_name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
];

@Injectable()
export class SignInWithIdToken {
  private readonly verifiers: Map<string, IdTokenVerifier>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly answers: SessionAnswers,
    private readonly endedSessions: EndedSessions,
    private readonly linking: LinkPerson,
    @Setting('AUTH_OIDC_PROVIDERS') providers: ServiceEnv['AUTH_OIDC_PROVIDERS'],
  ) {
    this.verifiers = new Map(providers.map((provider) => [provider.name, new IdTokenVerifier(provider)]));
  }

  async signIn(request: Payload, { device }: RequestContext): Promise<SessionAnswer> {
    const { person, proof } = await this.verified(request);
    const { provider } = request;
    const now = new Date();
    const { user, session, ended } = await this.dataSource.transaction(async (manager) => {
      await useOnce(manager, proof, now);
      const { user, endedSessions: ended } = await accountOfPerson(manager, person, now);
      return { user, ended, session: await signInSession(manager, user, { method: 'oauth', provider, device }, now) };
    });
    await this.endedSessions.announce(ended);
    return this.answers.answer(user, session, now);
  }

  /** @throws ServiceError as {@link LinkPerson.link} */
  async link(request: Payload, context: RequestContext): Promise<SessionAnswer> {
    const caller = await this.linking.requireAllowed(context);
    const proven = await this.verified(request);
    const now = new Date();
    const { user, session } = await this.linking.link(proven, caller, context, now);
    return this.answers.answer(user, session, now);
  }

  /** @throws ServiceError validation_failed, provider_disabled, invalid_grant */
  private async verified({ provider, idToken, nonce }: Payload): Promise<ProvenPerson> {
    if (provider === '') throw new ServiceError('validation_failed', { message: 'provider is required' });
    const verifier = this.verifiers.get(provider);
    if (verifier === undefined) {
      throw new ServiceError('provider_disabled', { message: `Provider ${provider.slice(0, 64)} is not enabled` });
    }
    if (idToken === '') throw new ServiceError('validation_failed', { message: 'id_token is required' });
    const claims = await verifier.verify(idToken, nonce);
    return { person: personOf(provider, claims), proof: verifier.proofOf(idToken, claims) };
  }
}

function personOf(provider: string, claims: JWTPayload & { sub: string }): ExternalPerson {
  const email = typeof claims['email'] === 'string' ? emailOrUndefined(claims['email']) : undefined;
  // Some issuers send it as text.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const shown = Object.fromEntries(
    shownClaims.filter((name) => typeof claims[name] === 'string').map((name) => [name, claims[name]]),
  );
  const identityData = {
    ...shown,
    sub: claims.sub,
    iss: claims.iss,
    ...(email === undefined ? {} : { email }),
    email_verified: email !== undefined && isVerified,
    phone_verified: false,
  };
  if (userMetadataFault(identityData) !== undefined) throw refusedProof('Bad ID token: its claims cannot be kept');
  return {
    provider,
    subject: claims.sub,
    verifiedEmail: isVerified ? email : undefined,
    identityData,
    userMetadata: identityData,
  };
}
