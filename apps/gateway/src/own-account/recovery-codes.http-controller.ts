import {
  type NewRecoveryCodesAnswer,
  newRecoveryCodesAnswerSchema,
  recoveryCodeMessages,
  type RecoveryCodesAnswer,
  recoveryCodesAnswerSchema,
  type RequestContext,
  type UseRecoveryCodeAnswer,
  useRecoveryCodeAnswerSchema,
  useRecoveryCodeBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Access, AllowWithoutMfa, Context } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** These codes replace a lost authenticator app. */
@Controller('functions/v1')
export class RecoveryCodesHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get('recovery-codes')
  @Access('account')
  @Header('cache-control', 'no-store')
  @Calls(recoveryCodeMessages.getRecoveryCodes)
  @Documented({
    summary: 'How many recovery codes of the account are left; never the codes.',
    answer: recoveryCodesAnswerSchema,
  })
  async getRecoveryCodes(@Context() context: RequestContext): Promise<RecoveryCodesAnswer> {
    const { codes } = await this.services.call(recoveryCodeMessages.getRecoveryCodes, {}, context);
    const shown = codes === null ? null : { remaining: codes.remaining, created_at: codes.createdAt };
    return { success: true, recovery_codes: shown };
  }

  @Post('recovery-codes')
  @Access('account')
  @RateLimit('recoveryCodesChange')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Calls(recoveryCodeMessages.createRecoveryCodes)
  @Documented({
    summary: 'Makes the recovery codes of the account, or renews them: those of before end.',
    answer: newRecoveryCodesAnswerSchema,
  })
  async createRecoveryCodes(@Context() context: RequestContext): Promise<NewRecoveryCodesAnswer> {
    const { codes, createdAt } = await this.services.call(recoveryCodeMessages.createRecoveryCodes, {}, context);
    return { success: true, recovery_codes: { codes, created_at: createdAt } };
  }

  @Post('use-recovery-code')
  @Access('account')
  @AllowWithoutMfa('account')
  @RateLimit('factorVerify')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Calls(recoveryCodeMessages.useRecoveryCode)
  @Documented({
    summary: 'Raises the session to aal2 by a recovery code, which is used up.',
    body: useRecoveryCodeBodySchema,
    answer: useRecoveryCodeAnswerSchema,
  })
  async useRecoveryCode(
    @Body(new ZodPipe(useRecoveryCodeBodySchema)) { code }: z.output<typeof useRecoveryCodeBodySchema>,
    @Context() context: RequestContext,
  ): Promise<UseRecoveryCodeAnswer> {
    const session = await this.services.call(recoveryCodeMessages.useRecoveryCode, { code }, context);
    return { success: true, session };
  }
}
