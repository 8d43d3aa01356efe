import {
  type RequestContext,
  type RequestOf,
  ServiceError,
  type SessionAnswer,
  type thirdPartyMessages,
} from '@haru/contracts';
import { DataSource } from 'typeorm';
import { Redirects } from '../mail/links/redirects.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { accountOfPerson, type ExternalPerson } from './external-account.js';
import { parseSignInMessage, type SignInMessage } from './sign-in-message.js';
import { useOnce, refusedProof } from './used-proofs.js';
import { Setting } from '../settings.js';
import { signInSession } from '../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';

type Payload = RequestOf<(typeof thirdPartyMessages)['signInWithWeb3']>;

const SHORTEST_BYTES = 64;
const LONGEST_BYTES = 20_480;
/** A message is valid for this long after it was issued; clocks may differ by as much the other way. */
const WINDOW_MS = 10 * 60_000;

const chains = {
  ethereum: { check: 'isSignedByEthereum', normal: (address: string) => address.toLowerCase() },
  solana: { check: 'isSignedBySolana', normal: (address: string) => address },
} as const;

@Injectable()
export class SignInWithWeb3 {
  constructor(
    private readonly dataSource: DataSource,
    private readonly answers: SessionAnswers,
    private readonly redirects: Redirects,
    @Setting('AUTH_WEB3') private readonly web3: boolean,
  ) {}

  async signIn({ chain, message: text, signature }: Payload, { device }: RequestContext): Promise<SessionAnswer> {
    if (!this.web3) throw new ServiceError('web3_provider_disabled');
    if (chain !== 'ethereum' && chain !== 'solana') throw new ServiceError('web3_unsupported_chain');
    const message = read(chain, text, signature);
    const now = new Date();
    this.requireForUs(message);
    requireCurrent(message, now);
    // The curves take 4 MB of memory, and few people sign in with a wallet.
    const isSigned = (await import('./wallet-signature.js'))[chains[chain].check];
    if (!isSigned(text, signature, message.address)) {
      throw refusedProof('Signature does not match address in message');
    }
    const person = personOf(message, chains[chain].normal(message.address));
    const { user, session } = await this.dataSource.transaction(async (manager) => {
      const goodUntil = new Date(message.issuedAt.getTime() + WINDOW_MS);
      const proof = { signed: `${chain}\n${text}`, goodUntil, usedBefore: 'Signed message was used before' };
      await useOnce(manager, proof, now);
      const { user } = await accountOfPerson(manager, person, now);
      return { user, session: await signInSession(manager, user, { method: 'web3', provider: 'web3', device }, now) };
    });
    return this.answers.answer(user, session, now);
  }

  /** A message that was signed for another site must not be accepted here. */
  private requireForUs({ uri, domain }: SignInMessage): void {
    const url = URL.canParse(uri) ? new URL(uri) : undefined;
    const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url === undefined || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
      throw refusedProof('Signed message is using a URI that is not https');
    }
    if (url.host !== domain.toLowerCase()) throw refusedProof('Signed message has a domain that differs from its URI');
    if (this.redirects.allowed(uri) === undefined) {
      throw refusedProof('Signed message is using a URI which is not allowed on this server');
    }
  }
}

/** @throws ServiceError validation_failed if the text is no such message */
function read(chain: 'ethereum' | 'solana', text: string, signature: string): SignInMessage {
  const bytes = Buffer.byteLength(text);
  if (bytes < SHORTEST_BYTES || bytes > LONGEST_BYTES || !text.isWellFormed()) {
    throw invalid(`message must be text of ${SHORTEST_BYTES} to ${LONGEST_BYTES} bytes`);
  }
  const shape = chain === 'ethereum' ? /^0x[0-9a-f]{130}$/i : /^[A-Za-z0-9_-]{86}(==)?$/;
  if (!shape.test(signature))
    throw invalid('signature must be 64 bytes in base64url (solana) or 0x and 130 hex digits (ethereum)');
  const message = parseSignInMessage(text);
  if (message?.chain !== chain) throw invalid(`message is not a ${chain} sign-in message`);
  if (message.version !== '1') throw invalid('message has a version other than 1');
  if (chain === 'ethereum' && !/^0x[0-9a-f]{40}$/i.test(message.address))
    throw invalid('message has no Ethereum address');
  return message;
}

function requireCurrent({ issuedAt, expirationTime, notBefore }: SignInMessage, now: Date): void {
  const age = now.getTime() - issuedAt.getTime();
  if (age > WINDOW_MS) throw refusedProof('Signed message was issued too long ago');
  if (age < -WINDOW_MS) throw refusedProof('Signed message was issued too far in the future');
  if (expirationTime && expirationTime <= now) throw refusedProof('Signed message is expired');
  if (notBefore && notBefore > now) throw refusedProof('Signed message becomes valid in the future');
}

function personOf({ chain, chainId, domain }: SignInMessage, address: string): ExternalPerson {
  const subject = `web3:${chain}:${address}`;
  const custom = { chain, address, domain, ...(chainId === undefined ? {} : { network: chainId.slice(0, 64) }) };
  const identityData = { sub: subject, custom_claims: custom, email_verified: false, phone_verified: false };
  return { provider: 'web3', subject, identityData, userMetadata: identityData };
}

function invalid(message: string): ServiceError {
  return new ServiceError('validation_failed', { message });
}
