import { screens } from '../../paths.js';
import type { SessionEnvironment } from '../environment.js';
import { callErrorWith, settled } from '../../http/failure.js';
import { askForSession, authApiVersion, type DetachedSession } from '../client/detached-session.js';
import { followPkceLink, offerSession, type MailTokenType } from './arrived-session.js';
import { startedHere } from './link-arrival.js';

export interface MailLinkToken {
  tokenHash: string;
  flowId?: string | undefined;
}

/** Asks for mails with links, and follows links to a page of the app. All calls reject with {@link CallError}. */
export function createMailLinkCalls(environment: SessionEnvironment) {
  const { session, loadConfig, accountSwitch } = environment;
  /** The mail's link leads there, in the one origin that the service accepts as the product's. */
  const addressOf = async (path: string): Promise<string> => `${(await loadConfig()).origin}${path}`;

  /** The client's own call omits the session, and then the server does not know whose change of address is meant. */
  const resendChange = async (email: string): Promise<void> => {
    const body = { type: 'email_change', email };
    await session.callServer({
      path: '/auth/v1/resend',
      method: 'POST',
      body,
      headers: authApiVersion,
      auth: 'optional',
    });
    // The server answers the same where the address belongs to another account by now.
    await session.checkPendingAddress();
  };

  /** Redeems the token of a mail link without changing the session here. */
  const redeem = (type: MailTokenType, { tokenHash }: MailLinkToken): Promise<DetachedSession> =>
    askForSession(session, { path: '/auth/v1/verify', body: { type, token_hash: tokenHash } });

  /** A temporary account is asked about before the token is used, because its pages may be registered instead. */
  const mayExchange = async ({ flowId }: MailLinkToken): Promise<boolean> => {
    const { kind } = await session.account();
    if (!startedHere(flowId) || kind === 'registered' || kind === 'needsMfa') return false;
    if (await accountSwitch.confirm()) return true;
    throw callErrorWith('TEMPORARY_ACCOUNT_KEPT');
  };

  const exchange = async (type: MailTokenType, { tokenHash, flowId }: MailLinkToken): Promise<void> => {
    const signIn = async () => {
      const code = await followPkceLink(session, type, tokenHash);
      await session.request((client) => client.exchangeCodeForSession(code, flowId === undefined ? {} : { flowId }));
    };
    await session.dropHandOverOnFailure(signIn());
  };

  return {
    addressOf,

    sendPasswordReset: async (email: string): Promise<object> => {
      const redirectTo = await addressOf(screens.resetPassword.path);
      return session.request((client) => client.resetPasswordForEmail(email, { redirectTo }));
    },

    resend: async (type: 'signup' | 'email_change', email: string): Promise<void> => {
      if (type === 'email_change') return resendChange(email);
      const options = { emailRedirectTo: await addressOf(screens.confirm.path) };
      await session.request((client) => client.resend({ type, email, options }));
    },

    /** The token works once. `signingIn` settles after the person has been asked: see {@link offerSession}. */
    confirmAddress: async (link: MailLinkToken): Promise<{ signingIn: Promise<unknown> }> => {
      if (await mayExchange(link)) {
        await exchange('signup', link);
        return { signingIn: Promise.resolve() };
      }
      const arrived = await redeem('signup', link);
      return { signingIn: offerSession(environment, arrived) };
    },

    /** @param handsOver the pages of the temporary account here move to the account that signs in */
    confirmWithCode: (
      type: 'signup' | 'email_change',
      email: string,
      code: string,
      handsOver: boolean,
    ): Promise<object> => {
      const confirm = () => session.request((client) => client.verifyOtp({ type, email, token: code }));
      return handsOver ? session.signInWithHandOver(email, confirm) : confirm();
    },

    /** Returns true unless the server says that the link is not valid. */
    isResetLinkValid: async ({ tokenHash }: MailLinkToken): Promise<boolean> => {
      const request = { path: '/functions/v1/check-reset-link', method: 'POST', body: { token: tokenHash } } as const;
      const answer = await settled(session.callServer(request));
      return answer.error !== undefined || (answer.data.data as { is_valid?: boolean }).is_valid !== false;
    },

    /** Signs in with the token of a mail for a forgotten password; it works once. */
    redeemRecovery: async (link: MailLinkToken): Promise<void> => {
      if (await mayExchange(link)) return exchange('recovery', link);
      await offerSession(environment, await redeem('recovery', link));
    },
  };
}
