import { Injectable, Logger } from '@nestjs/common';
import { sessionsEnded } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';

/** Announces ended sessions to every gateway. Call it after the commit: until then they are live. */
@Injectable()
export class EndedSessions {
  private readonly logger = new Logger(EndedSessions.name);

  constructor(private readonly client: RequestClient) {}

  /** Never fails: the sessions have ended, and gateways check again within a second anyway. */
  async announce(sessionIds: string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    try {
      await this.client.broadcast(sessionsEnded, { sessionIds });
    } catch (error) {
      this.logger.warn(
        `The end of ${sessionIds.length} sessions could not be announced to the gateways: ${String(error)}`,
      );
    }
  }

  async announceReuse(sessionId: string): Promise<void> {
    this.logger.warn(`A replaced refresh token came back: session ${sessionId} ended`);
    await this.announce([sessionId]);
  }
}
