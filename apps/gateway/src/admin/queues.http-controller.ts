import { type RequestContext, ServiceError } from '@haru/contracts';
import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { Documented } from '../open-api/documented.js';
import { QUEUES_PATH, QueueSessions } from './queue-session.js';

@Controller('admin/v1/queues')
export class QueuesHttpController {
  constructor(private readonly cookies: QueueSessions) {}

  /** A browser opens the pages of the queues and sends no token: this gives it a cookie for them. */
  @Post('session')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Documented({
    summary: 'A cookie for the pages of the queues, good for 15 minutes.',
    answer: z.object({ success: z.literal(true), path: z.string() }),
  })
  openQueues(@Context() { caller }: RequestContext, @Res({ passthrough: true }) reply: FastifyReply) {
    // The cookie stands for a session, and the service key has none.
    if (caller.role !== 'authenticated') throw new ServiceError('FORBIDDEN_ROLE');
    void reply.header('set-cookie', this.cookies.cookieFor(caller));
    return { success: true, path: QUEUES_PATH };
  }
}
