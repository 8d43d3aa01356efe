import type { LoggerService } from '@nestjs/common';
import type { Redis } from 'ioredis';

/**
 * Subscribes to the channels, and again whenever the connection is back; a failure of the handler is logged.
 * @param subscriber connected, and used for nothing else
 */
export async function subscribeToChannels(
  subscriber: Redis,
  channels: readonly string[],
  handle: (channel: string, text: string) => Promise<void>,
  logger: LoggerService,
): Promise<void> {
  if (channels.length === 0) return;
  subscriber.on('message', (channel: string, text: string) => {
    handle(channel, text).catch((error: unknown) => void logger.error(error, { channel }));
  });
  await subscriber.subscribe(...channels);
  subscriber.on('ready', () => {
    subscriber.subscribe(...channels).catch((error: unknown) => void logger.error(error));
  });
}
