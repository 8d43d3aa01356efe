import {
  type RequestContext,
  ServiceError,
  sessionMessages,
  sessionRoutes,
  type SessionsAnswer,
  snakeCased,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls } from '../open-api/documented.js';
import { Route } from '../open-api/route.js';

const notAnId = () => new ServiceError('VALIDATION_FAILED', { message: 'セッションのIDはUUIDで指定してください' });

@Controller()
export class SessionsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(sessionRoutes.listSessions, { summary: 'The devices on which the account is signed in.' })
  @Calls(sessionMessages.listSessions)
  async listSessions(@Context() context: RequestContext): Promise<SessionsAnswer> {
    const { sessions } = await this.services.call(sessionMessages.listSessions, {}, context);
    return {
      success: true,
      sessions: sessions.map(({ id, isCurrent, ...device }) => ({ id, current: isCurrent, ...snakeCased(device) })),
    };
  }

  @Route(sessionRoutes.endSession, { summary: 'Ends a session of the account, as signing out on that device does.' })
  @Calls(sessionMessages.endSession)
  async endSession(
    @UuidParam('sessionId', notAnId) sessionId: string,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(sessionMessages.endSession, { sessionId }, context);
    return { success: true };
  }
}
