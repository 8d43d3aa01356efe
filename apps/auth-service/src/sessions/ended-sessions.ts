import { Injectable, Logger } from '@nestjs/common';
import { sessionsEnded } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';

/** Tells every gateway which sessions ended. Call it after the commit: until then they are live. */
@Injectable()
export class EndedSessions {
  private readonly logger = new Logger(EndedSessions.name);

  constructor(private readonly client: RequestClient) {}

  async announce(sessionIds: string[]): Promise<void> {
    if (sessionIds.length > 0) await this.client.broadcast(sessionsEnded, { sessionIds });
  }

  async announceReuse(sessionId: string): Promise<void> {
    this.logger.warn(`A replaced refresh token came back: session ${sessionId} ended`);
    await this.announce([sessionId]);
  }
}
