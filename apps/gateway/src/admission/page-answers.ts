import type { MessageContract, ReplyOf, RequestContext } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { networkOf } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { UnsentPages } from './unsent-pages.js';

/** Calls services for answers that may contain pages, as long as memory for more of them is left. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly services: RequestClient,
    private readonly unsent: UnsentPages,
  ) {}

  /** @throws ServiceError SERVICE_BUSY before the service is asked, or what the service refuses with */
  async call<M extends MessageContract>(
    message: M,
    asked: z.input<M['request']>,
    context: RequestContext,
    reply: FastifyReply,
  ): Promise<ReplyOf<M>> {
    const bytes = message.longReply?.maxBytes(asked) ?? 0;
    await this.unsent.reserve(networkOf(reply.request.ip, 'client'), reply.raw, bytes);
    try {
      return await this.services.call(message, asked, context);
    } finally {
      this.unsent.noteRead(reply.raw);
    }
  }
}
