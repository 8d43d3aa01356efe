import { randomUUID } from 'node:crypto';
import { type RequestContext, sessionMessages, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';

const answerWithinMs = 2_000;

/** The gateway is ready when each service replies to one cheap message. */
@Injectable()
export class Readiness {
  constructor(private readonly services: RequestClient) {}

  /** @throws ServiceError of the transport, when Redis or a service does not answer */
  async check(): Promise<void> {
    const context: RequestContext = { requestId: randomUUID(), caller: { role: 'anon' } };
    await Promise.all([
      this.services.call(sessionMessages.getJwks, {}, context, { timeoutMs: answerWithinMs }),
      this.services.call(siteMessages.countActiveSites, {}, context, { timeoutMs: answerWithinMs }),
    ]);
  }
}
