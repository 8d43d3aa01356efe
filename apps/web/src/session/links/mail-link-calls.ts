import { paths } from '../../paths.js';
import type { SessionEnvironment } from '../environment.js';
import { CallError, callErrorWith } from '../../http/app-config.js';
import { followPkceLink, offerSession, redeemDetached, type MailTokenType } from './arrived-session.js';
import { call, type CallRequest } from '../../http/call.js';
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
    const [{ anonKey }, accessToken] = await Promise.all([loadConfig(), session.tokenIfAny()]);
    const request: CallRequest = {
      path: '/auth/v1/resend',
      method: 'POST',
      body: { type: 'email_change', email },
      // Without it a refusal's code only repeats its status.
      headers: { 'x-supabase-api-version': '2024-01-01' },
      anonKey,
    };
    const result = accessToken
      ? await session.callWithToken(accessToken, (token) => call({ ...request, accessToken: token }))
      : await call(request);
    if (!result.success) throw new CallError(result);
    // The server answers the same where the address belongs to another account by now.
    if (accessToken) await session.checkPendingAddress();
  };

  /** A temporary account is asked about before the token is used, because its pages may be registered instead. */
  const mayExchange = async ({ flowId }: MailLinkToken): Promise<boolean> => {
    const { kind } = await session.account();
    if (!startedHere(flowId) || kind === 'registered' || kind === 'needsMfa') return false;
    if (await accountSwitch.confirm()) return true;
    throw callErrorWith('TEMPORARY_ACCOUNT_KEPT');
  };

  const exchange = async (type: MailTokenType, { tokenHash, flowId }: MailLinkToken): Promise<void> => {
    const signIn = async () => {
      const code = await followPkceLink(environment, type, tokenHash);
      await session.request((client) => client.exchangeCodeForSession(code, flowId === undefined ? {} : { flowId }));
    };
    await session.dropHandOverOnFailure(signIn());
  };

  return {
    addressOf,

    sendPasswordReset: async (email: string): Promise<object> => {
      const redirectTo = await addressOf(paths.resetPassword);
      return session.request((client) => client.resetPasswordForEmail(email, { redirectTo }));
    },

    resend: async (type: 'signup' | 'email_change', email: string): Promise<void> => {
      if (type === 'email_change') return resendChange(email);
      const options = { emailRedirectTo: await addressOf(paths.confirm) };
      await session.request((client) => client.resend({ type, email, options }));
    },

    /** The token works once. `signingIn` settles after the person has been asked: see {@link offerSession}. */
    confirmAddress: async (link: MailLinkToken): Promise<{ signingIn: Promise<unknown> }> => {
      if (await mayExchange(link)) {
        await exchange('signup', link);
        return { signingIn: Promise.resolve() };
      }
      const arrived = await redeemDetached(environment, 'signup', link.tokenHash);
      return { signingIn: offerSession(environment, arrived) };
    },

    /**
     * The code works once.
     * @param handsOver the pages of the temporary account here move to the account that signs in
     */
    confirmWithCode: (
      type: 'signup' | 'email_change',
      email: string,
      code: string,
      handsOver = false,
    ): Promise<object> => {
      const confirm = () => session.request((client) => client.verifyOtp({ type, email, token: code }));
      return handsOver ? session.signInWithHandOver(email, confirm) : confirm();
    },

    /** Returns true unless the server says that the link is not valid. */
    isResetLinkValid: async ({ tokenHash }: MailLinkToken): Promise<boolean> => {
      const { anonKey } = await loadConfig();
      const answer = await call({
        path: '/functions/v1/check-reset-link',
        method: 'POST',
        body: { token: tokenHash },
        anonKey,
      });
      return !answer.success || (answer.data as { is_valid?: boolean }).is_valid !== false;
    },

    /** Signs in with the token of a mail for a forgotten password; it works once. */
    redeemRecovery: async (link: MailLinkToken): Promise<void> => {
      if (await mayExchange(link)) return exchange('recovery', link);
      await offerSession(environment, await redeemDetached(environment, 'recovery', link.tokenHash));
    },
  };
}
