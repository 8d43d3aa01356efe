import { RequestClient } from '@haru/messaging';
import {
  type DynamicModule,
  Inject,
  Injectable,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Provider,
  type Type,
} from '@nestjs/common';

export interface ProcessParts {
  /** It only lists the modules of the features. */
  module: Type | DynamicModule;
  /** Requests to other services go over this Redis. */
  redisUrl?: string;
  /** These modules need the environment: the one of the database, which provides the `DataSource`. */
  imports?: ModuleMetadata['imports'];
  /** Every module of the process can inject these, such as the environment. */
  shared?: readonly (Extract<Provider, { provide: unknown }> | Type)[];
}

const REDIS_URL = Symbol('REDIS_URL');

/** The client connects before the first request, and closes after the last one is answered. */
@Injectable()
class ConnectedClient extends RequestClient implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(REDIS_URL) redisUrl: string) {
    super({ redisUrl });
  }

  async onModuleInit(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** Returns the root module of a process. With `shared`, its modules can also inject a connected `RequestClient`. */
export function processModule({ module, redisUrl, imports = [], shared }: ProcessParts): DynamicModule {
  class ProcessModule {}
  class SharedModule {}
  if (!shared) return { module: ProcessModule, imports: [...imports, module] };
  const client = { provide: RequestClient, useClass: ConnectedClient };
  return {
    module: ProcessModule,
    imports: [
      {
        module: SharedModule,
        global: true,
        providers: [...shared, client, { provide: REDIS_URL, useValue: redisUrl }],
        exports: [RequestClient, ...shared.map((one) => ('provide' in one ? one.provide : one))],
      },
      ...imports,
      module,
    ],
  };
}
