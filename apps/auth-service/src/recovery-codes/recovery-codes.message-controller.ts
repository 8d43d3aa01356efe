import { type Handles, recoveryCodeMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { RecoveryCodes } from './recovery-codes.js';

type Payload<Name extends keyof typeof recoveryCodeMessages> = RequestOf<(typeof recoveryCodeMessages)[Name]>;

@Controller()
export class RecoveryCodesMessageController implements Handles<typeof recoveryCodeMessages> {
  constructor(private readonly codes: RecoveryCodes) {}

  @HandleMessage(recoveryCodeMessages.createRecoveryCodes)
  createRecoveryCodes(_request: Payload<'createRecoveryCodes'>, context: RequestContext) {
    return this.codes.create(accountOf(context));
  }

  @HandleMessage(recoveryCodeMessages.getRecoveryCodes)
  getRecoveryCodes(_request: Payload<'getRecoveryCodes'>, context: RequestContext) {
    return this.codes.get(accountOf(context));
  }

  @HandleMessage(recoveryCodeMessages.useRecoveryCode)
  useRecoveryCode({ code }: Payload<'useRecoveryCode'>, context: RequestContext) {
    return this.codes.use(accountOf(context), code);
  }
}
