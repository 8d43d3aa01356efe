import {
  type RequestContext,
  ServiceError,
  sessionMessages,
  type SessionsAnswer,
  sessionsAnswerSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller, Delete, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls, Documented } from '../open-api/documented.js';

const notAnId = () => new ServiceError('VALIDATION_FAILED', { message: 'セッションのIDはUUIDで指定してください' });

@Controller('functions/v1/sessions')
export class SessionsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get()
  @Access('account')
  @Header('cache-control', 'no-store')
  @Calls(sessionMessages.listSessions)
  @Documented({ summary: 'The devices on which the account is signed in.', answer: sessionsAnswerSchema })
  async listSessions(@Context() context: RequestContext): Promise<SessionsAnswer> {
    const { sessions } = await this.services.call(sessionMessages.listSessions, {}, context);
    return {
      success: true,
      sessions: sessions.map(({ id, isCurrent, browser, system, network, createdAt, lastUsedAt }) => ({
        id,
        current: isCurrent,
        browser,
        system,
        network,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })),
    };
  }

  @Delete(':sessionId')
  @Access('account')
  @Calls(sessionMessages.endSession)
  @Documented({
    summary: 'Ends a session of the account, as signing out on that device does.',
    answer: z.object({ success: z.literal(true) }),
  })
  async endSession(
    @UuidParam('sessionId', notAnId) sessionId: string,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(sessionMessages.endSession, { sessionId }, context);
    return { success: true };
  }
}
