import { hasSession, numbersRoutes, type RequestContext, ServiceError } from '@haru/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Context } from '../access/access.js';
import { Route } from '../open-api/route.js';
import { QUEUES_PATH, QueueSessions } from './queue-session.js';

@Controller()
export class QueuesHttpController {
  constructor(private readonly cookies: QueueSessions) {}

  /** A browser opens the pages of the queues and sends no token: this gives it a cookie for them. */
  @Route(numbersRoutes.openQueues, { summary: 'A cookie for the pages of the queues, good for 15 minutes.' })
  openQueues(@Context() { caller }: RequestContext, @Res({ passthrough: true }) reply: FastifyReply) {
    // The cookie stands for a session, and the service key has none.
    if (!hasSession(caller)) throw new ServiceError('FORBIDDEN_ROLE');
    void reply.header('set-cookie', this.cookies.cookieFor(caller));
    return { success: true, path: QUEUES_PATH };
  }
}
