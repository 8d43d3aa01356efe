import { describe, expect, it, jest } from '@jest/globals';
import { ServiceError, sessionsEnded } from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { Logger } from '@nestjs/common';
import { EndedSessions } from './ended-sessions.js';

describe('the end of sessions', () => {
  it('is announced', async () => {
    const broadcast = jest.fn(() => Promise.resolve());
    await new EndedSessions({ broadcast } as unknown as RequestClient).announce(['one', 'two']);
    expect(broadcast.mock.calls).toEqual([[sessionsEnded, { sessionIds: ['one', 'two'] }]]);
  });

  it('does not fail the request if it cannot be announced', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const broadcast = () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE'));
    await new EndedSessions({ broadcast } as unknown as RequestClient).announce(['one']);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
