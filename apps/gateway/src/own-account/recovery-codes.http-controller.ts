import {
  type NewRecoveryCodesAnswer,
  recoveryCodeMessages,
  recoveryCodeRoutes,
  type RecoveryCodesAnswer,
  type RequestContext,
  snakeCased,
  type UseRecoveryCodeAnswer,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { AllowWithoutMfa, Context } from '../access/access.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** These codes replace a lost authenticator app. */
@Controller()
export class RecoveryCodesHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(recoveryCodeRoutes.getRecoveryCodes, {
    summary: 'How many recovery codes of the account are left; never the codes.',
  })
  @Calls(recoveryCodeMessages.getRecoveryCodes)
  async getRecoveryCodes(@Context() context: RequestContext): Promise<RecoveryCodesAnswer> {
    const { codes } = await this.services.call(recoveryCodeMessages.getRecoveryCodes, {}, context);
    return { success: true, recovery_codes: codes && snakeCased(codes) };
  }

  @Route(recoveryCodeRoutes.createRecoveryCodes, {
    summary: 'Makes the recovery codes of the account, or renews them: those of before end.',
  })
  @RateLimit('recoveryCodesChange')
  @Calls(recoveryCodeMessages.createRecoveryCodes)
  async createRecoveryCodes(@Context() context: RequestContext): Promise<NewRecoveryCodesAnswer> {
    const made = await this.services.call(recoveryCodeMessages.createRecoveryCodes, {}, context);
    return { success: true, recovery_codes: snakeCased(made) };
  }

  @Route(recoveryCodeRoutes.useRecoveryCode, {
    summary: 'Raises the session to aal2 by a recovery code, which is used up.',
  })
  @AllowWithoutMfa('account')
  @RateLimit('factorVerify')
  @Calls(recoveryCodeMessages.useRecoveryCode)
  async useRecoveryCode(
    @Body() { code }: BodyOf<typeof recoveryCodeRoutes.useRecoveryCode>,
    @Context() context: RequestContext,
  ): Promise<UseRecoveryCodeAnswer> {
    const session = await this.services.call(recoveryCodeMessages.useRecoveryCode, { code }, context);
    return { success: true, session };
  }
}
