import { accountMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AskForMail } from './sign-in/mailed-links/ask-for-mail.js';
import { ResendMail } from './sign-in/mailed-links/resend-mail.js';
import { AuthSettings } from './sign-in/auth-settings.js';
import { DeleteAccount } from './accounts/delete-account.js';
import { Identities } from './accounts/identities.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignUp } from './sign-in/sign-up.js';
import { UpdateUser } from './accounts/update-user.js';
import { UseToken } from './sign-in/mailed-links/use-token.js';
import { VerifyToken } from './sign-in/mailed-links/verify-token.js';
import { accountOf } from './input/account-of.js';

type Request<Name extends keyof typeof accountMessages> = RequestOf<(typeof accountMessages)[Name]>;

@Controller()
export class AccountsMessageController implements Handles<typeof accountMessages> {
  constructor(
    private readonly signingUp: SignUp,
    private readonly signingIn: SignIn,
    private readonly asking: AskForMail,
    private readonly resending: ResendMail,
    private readonly verifying: VerifyToken,
    private readonly tokens: UseToken,
    private readonly updating: UpdateUser,
    private readonly identities: Identities,
    private readonly deleting: DeleteAccount,
    private readonly settings: AuthSettings,
  ) {}

  @HandleMessage(accountMessages.signUp)
  signUp(request: Request<'signUp'>, context: RequestContext) {
    return this.signingUp.signUp(request, context);
  }

  @HandleMessage(accountMessages.signInWithPassword)
  signInWithPassword({ email, password }: Request<'signInWithPassword'>, context: RequestContext) {
    return this.signingIn.withPassword(email, password, context);
  }

  @HandleMessage(accountMessages.exchangeCode)
  exchangeCode({ authCode, codeVerifier }: Request<'exchangeCode'>, context: RequestContext) {
    return this.signingIn.withCode(authCode, codeVerifier, context);
  }

  @HandleMessage(accountMessages.sendOtp)
  async sendOtp(request: Request<'sendOtp'>, context: RequestContext) {
    await this.asking.sendOtp(request, context);
    return {};
  }

  @HandleMessage(accountMessages.recover)
  async recover(request: Request<'recover'>, context: RequestContext) {
    await this.asking.recover(request, context);
    return {};
  }

  @HandleMessage(accountMessages.resend)
  async resend(request: Request<'resend'>, context: RequestContext) {
    await this.resending.resend(request, context);
    return {};
  }

  @HandleMessage(accountMessages.verifyToken)
  verifyToken(request: Request<'verifyToken'>, context: RequestContext) {
    return this.verifying.verify(request, context);
  }

  @HandleMessage(accountMessages.checkResetLink)
  async checkResetLink({ token }: Request<'checkResetLink'>) {
    return { isValid: await this.tokens.isValidLink(token, 'recovery') };
  }

  @HandleMessage(accountMessages.followLink)
  followLink(request: Request<'followLink'>, context: RequestContext) {
    return this.verifying.follow(request, context);
  }

  @HandleMessage(accountMessages.reauthenticate)
  async reauthenticate(_request: Request<'reauthenticate'>, context: RequestContext) {
    await this.asking.reauthenticate(accountOf(context), context);
    return {};
  }

  @HandleMessage(accountMessages.updateUser)
  updateUser(request: Request<'updateUser'>, context: RequestContext) {
    return this.updating.update(request, accountOf(context), context);
  }

  @HandleMessage(accountMessages.unlinkIdentity)
  async unlinkIdentity({ identityId }: Request<'unlinkIdentity'>, context: RequestContext) {
    await this.identities.unlink(identityId, accountOf(context));
    return {};
  }

  @HandleMessage(accountMessages.linkIdentity)
  linkIdentity({ provider }: Request<'linkIdentity'>, context: RequestContext) {
    return this.identities.link(provider, accountOf(context));
  }

  @HandleMessage(accountMessages.getSettings)
  async getSettings() {
    return this.settings.answer;
  }

  @HandleMessage(accountMessages.deleteAccount)
  async deleteAccount(_request: Request<'deleteAccount'>, context: RequestContext) {
    await this.deleting.delete(accountOf(context), context);
    return {};
  }
}
