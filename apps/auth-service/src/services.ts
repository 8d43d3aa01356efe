import { RequestClient } from '@haru/messaging';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit, type Provider } from '@nestjs/common';
import { AUTH_CONFIG, type AuthServiceConfig } from './config.js';

/** The client connects before the first request, and closes after the last one is answered. */
@Injectable()
class ConnectedClient extends RequestClient implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(AUTH_CONFIG) { REDIS_URL }: Pick<AuthServiceConfig, 'REDIS_URL'>) {
    super({ redisUrl: REDIS_URL });
  }

  async onModuleInit(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

export const services: Provider = { provide: RequestClient, useClass: ConnectedClient };
