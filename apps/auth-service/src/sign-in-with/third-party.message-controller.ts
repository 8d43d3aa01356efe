import { type Handles, type RequestContext, type RequestOf, thirdPartyMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { SignInWithIdToken } from './sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with-web3.js';

type Payload<Name extends keyof typeof thirdPartyMessages> = RequestOf<(typeof thirdPartyMessages)[Name]>;

@Controller()
export class ThirdPartyMessageController implements Handles<typeof thirdPartyMessages> {
  constructor(
    private readonly idTokens: SignInWithIdToken,
    private readonly wallets: SignInWithWeb3,
  ) {}

  @HandleMessage(thirdPartyMessages.signInWithIdToken)
  signInWithIdToken(request: Payload<'signInWithIdToken'>, context: RequestContext) {
    return request.linkIdentity ? this.idTokens.link(request, context) : this.idTokens.signIn(request, context);
  }

  @HandleMessage(thirdPartyMessages.signInWithWeb3)
  signInWithWeb3(request: Payload<'signInWithWeb3'>, context: RequestContext) {
    return this.wallets.signIn(request, context);
  }
}
