import { type Handles, type RequestContext, type RequestOf, signInMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { AuthSettings } from './auth-settings.js';
import { AskForMail } from './mailed-links/ask-for-mail.js';
import { ResendMail } from './mailed-links/resend-mail.js';
import { UseToken } from './mailed-links/use-token.js';
import { VerifyToken } from './mailed-links/verify-token.js';
import { SignIn } from './sign-in.js';
import { SignUp } from './sign-up.js';
import { TemporaryAccounts } from './temporary-accounts.js';

type Payload<Name extends keyof typeof signInMessages> = RequestOf<(typeof signInMessages)[Name]>;

@Controller()
export class SignInMessageController implements Handles<typeof signInMessages> {
  constructor(
    private readonly temporaryAccounts: TemporaryAccounts,
    private readonly signingUp: SignUp,
    private readonly signingIn: SignIn,
    private readonly asking: AskForMail,
    private readonly resending: ResendMail,
    private readonly verifying: VerifyToken,
    private readonly tokens: UseToken,
    private readonly settings: AuthSettings,
  ) {}

  @HandleMessage(signInMessages.createTemporaryAccount)
  createTemporaryAccount(request: Payload<'createTemporaryAccount'>, context: RequestContext) {
    return this.temporaryAccounts.create(request, context);
  }

  @HandleMessage(signInMessages.signUp)
  signUp(request: Payload<'signUp'>, context: RequestContext) {
    return this.signingUp.signUp(request, context);
  }

  @HandleMessage(signInMessages.signInWithPassword)
  signInWithPassword({ email, password }: Payload<'signInWithPassword'>, context: RequestContext) {
    return this.signingIn.withPassword(email, password, context);
  }

  @HandleMessage(signInMessages.exchangeCode)
  exchangeCode({ authCode, codeVerifier }: Payload<'exchangeCode'>, context: RequestContext) {
    return this.signingIn.withCode(authCode, codeVerifier, context);
  }

  @HandleMessage(signInMessages.sendOtp)
  async sendOtp(request: Payload<'sendOtp'>, context: RequestContext) {
    await this.asking.sendOtp(request, context);
    return {};
  }

  @HandleMessage(signInMessages.recover)
  async recover(request: Payload<'recover'>, context: RequestContext) {
    await this.asking.recover(request, context);
    return {};
  }

  @HandleMessage(signInMessages.resend)
  async resend(request: Payload<'resend'>, context: RequestContext) {
    await this.resending.resend(request, context);
    return {};
  }

  @HandleMessage(signInMessages.verifyToken)
  verifyToken(request: Payload<'verifyToken'>, context: RequestContext) {
    return this.verifying.verify(request, context);
  }

  @HandleMessage(signInMessages.checkResetLink)
  async checkResetLink({ token }: Payload<'checkResetLink'>) {
    return { isValid: await this.tokens.isValidLink(token, 'recovery') };
  }

  @HandleMessage(signInMessages.followLink)
  followLink(request: Payload<'followLink'>, context: RequestContext) {
    return this.verifying.follow(request, context);
  }

  @HandleMessage(signInMessages.reauthenticate)
  async reauthenticate(_request: Payload<'reauthenticate'>, context: RequestContext) {
    await this.asking.reauthenticate(accountOf(context), context);
    return {};
  }

  @HandleMessage(signInMessages.getSettings)
  async getSettings() {
    return this.settings.answer;
  }
}
